import type { DueEvent, DueRetry } from "../read.ts";

export interface Item extends DueEvent {
  /** Action and subject, because items, sources and channels can have equal names. */
  key: string;
  retry: Pick<DueRetry, "tries" | "attempts" | "enhanced" | "wasRefused"> | null;
}

function itemOf(event: DueEvent, retry: Item["retry"]): Item {
  return { ...event, key: `${event.action} ${event.subject}`, retry };
}

interface Subject {
  /** The item that is ready or in flight; undefined after the subject is done. */
  first: Item | undefined;
  isStarted: boolean;
  later: Item[];
}

/**
 * One event per subject is sent at a time, and never an older event after a newer one. Tracks the cursor: the last sequence without a gap
 * before it.
 */
export class StreamQueue {
  readonly #subjects = new Map<string, Subject>();
  readonly #retries = new Set<number>();
  /** While retries are read: the newest added event of each subject. Otherwise undefined. */
  #newer: Map<string, number> | undefined;
  readonly #ready: Item[] = [];
  /** Loaded sequences after the cursor, in order. */
  readonly #log: number[] = [];
  readonly #done = new Set<number>();
  #cursor: number;
  #loadedTo: number;
  #startedTo: number;
  #unstarted = 0;

  constructor(cursor: number) {
    this.#cursor = cursor;
    this.#loadedTo = cursor;
    this.#startedTo = cursor;
  }

  /** All events up to this sequence are done. */
  get cursor(): number {
    return this.#cursor;
  }

  get loadedTo(): number {
    return this.#loadedTo;
  }

  /** No event after this sequence was started. */
  get startedTo(): number {
    return this.#startedTo;
  }

  get unstarted(): number {
    return this.#unstarted;
  }

  get retries(): number[] {
    return [...this.#retries];
  }

  /** @returns the items that end without a call. Their sequences count as done */
  addEvents(events: readonly DueEvent[]): Item[] {
    const over: Item[] = [];
    for (const event of events) {
      const item = itemOf(event, null);
      this.#loadedTo = event.sequence;
      this.#log.push(event.sequence);
      if (event.fate === "send") {
        const replaced = this.#add(item);
        if (replaced) over.push(replaced);
      } else {
        this.#done.add(event.sequence);
        if (event.fate !== "superseded") continue;
        over.push(item);
        // Its end can be recorded before the cursor comes to it, as that of a call.
        this.#startedTo = Math.max(this.#startedTo, event.sequence);
      }
    }
    this.#advance();
    return over;
  }

  /**
   * Call this before a read of due retries. A newer event of a retry's subject can arrive and end during the read, and the result does not
   * know the event.
   */
  watchNewer(): void {
    this.#newer = new Map();
  }

  /** Adds due retries. @returns the retries that a newer event of their subject supersedes */
  addRetries(retries: readonly DueRetry[]): Item[] {
    const over: Item[] = [];
    for (const { tries, attempts, enhanced, wasRefused, ...event } of retries) {
      const item = itemOf(event, { tries, attempts, enhanced, wasRefused });
      const { first, later = [] } = this.#subjects.get(item.key) ?? {};
      const newest = Math.max(this.#newer?.get(item.key) ?? 0, first?.sequence ?? 0, later.at(-1)?.sequence ?? 0);
      if (event.fate === "superseded" || newest > event.sequence) over.push(item);
      else {
        this.#retries.add(event.sequence);
        const replaced = this.#add(item);
        if (replaced) over.push(replaced);
      }
    }
    this.#newer = undefined;
    return over;
  }

  /**
   * Starts the next item.
   * @param upTo the last allowed sequence of the log
   * @param withRetries whether a retry is allowed
   */
  next(upTo: number, withRetries: boolean): Item | undefined {
    const index = this.#indexOfReady(upTo, withRetries);
    const item = this.#ready[index];
    if (!item) return undefined;
    if (index) this.#ready.splice(index, 1);
    else this.#ready.shift();
    const subject = this.#subjects.get(item.key);
    if (subject) subject.isStarted = true;
    if (!item.retry && item.sequence > this.#startedTo) this.#startedTo = item.sequence;
    this.#unstarted--;
    return item;
  }

  has(upTo: number, withRetries: boolean): boolean {
    return this.#indexOfReady(upTo, withRetries) >= 0;
  }

  #indexOfReady(upTo: number, withRetries: boolean): number {
    return this.#ready.findIndex((one) => (one.retry ? withRetries : one.sequence <= upTo));
  }

  hasNewer(item: Item): boolean {
    return (this.#subjects.get(item.key)?.later.length ?? 0) > 0;
  }

  /** Ends a started item. The next item of its subject becomes ready. */
  finish(item: Item): void {
    this.#forget(item);
    const subject = this.#subjects.get(item.key);
    const next = subject?.later.shift();
    if (!subject || !next) {
      this.#subjects.delete(item.key);
      // V8 keeps the old table of a map that has grown until a major collection. This line frees the event earlier.
      if (subject) subject.first = undefined;
      return;
    }
    subject.first = next;
    subject.isStarted = false;
    this.#ready.push(next);
  }

  /** @returns an unstarted retry that this event supersedes */
  #add(item: Item): Item | undefined {
    const subject = this.#subjects.get(item.key);
    if (!item.retry) this.#newer?.set(item.key, item.sequence);
    this.#unstarted++;
    if (!subject) {
      this.#subjects.set(item.key, { first: item, isStarted: false, later: [] });
      this.#ready.push(item);
      return undefined;
    }
    const { first, isStarted } = subject;
    if (!first?.retry || isStarted) {
      subject.later.push(item);
      return undefined;
    }
    this.#ready[this.#ready.indexOf(first)] = item;
    subject.first = item;
    this.#unstarted--;
    this.#forget(first);
    return first;
  }

  #forget(item: Item): void {
    if (item.retry) this.#retries.delete(item.sequence);
    else {
      this.#done.add(item.sequence);
      this.#advance();
    }
  }

  #advance(): void {
    let ended = 0;
    for (const sequence of this.#log) {
      if (!this.#done.delete(sequence)) break;
      this.#cursor = sequence;
      ended++;
    }
    if (ended) this.#log.splice(0, ended);
  }
}
