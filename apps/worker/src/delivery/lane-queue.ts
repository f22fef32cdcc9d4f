import type { DueEvent, DueRetry } from "@highstreet/router/features/webhooks/index.ts";
import { Fifo } from "./fifo.ts";

/** Something that a lane has in hand: an event of the log that was not tried yet, or a retry. */
export interface Item extends DueEvent {
  /** Items, sources and channels may bear the same names. */
  key: string;
  retry: Pick<DueRetry, "tries" | "attempts" | "enhanced"> | null;
}

function itemOf(event: DueEvent, retry: Item["retry"]): Item {
  const { sequence, action, subject, data, product, fate } = event;
  return { sequence, action, subject, data, product, fate, key: `${action} ${subject}`, retry };
}

interface Subject {
  /** The one that is ready, or on its way; undefined: it is over, as the subject is. */
  first: Item | undefined;
  isStarted: boolean;
  /** Later events of the log, in order. */
  later: Item[];
}

/**
 * What a lane has in hand, in the order in which it may go: one at a time of each subject, events of the log in their
 * sequence, and never an older event of a subject after a newer one. It also knows how far the log is done without a gap.
 */
export class LaneQueue {
  readonly #subjects = new Map<string, Subject>();
  readonly #retries = new Set<number>();
  /** The newest event of the log that was added of each subject while retries are being read; undefined: they are not. */
  #newer: Map<string, number> | undefined;
  readonly #ready = new Fifo<Item>();
  /** Sequences of the log that were loaded and are not behind the cursor yet, in order. */
  readonly #log = new Fifo<number>();
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

  /** Everything of the log up to here is done. */
  get cursor(): number {
    return this.#cursor;
  }

  get loadedTo(): number {
    return this.#loadedTo;
  }

  /** Nothing of the log beyond was started. */
  get startedTo(): number {
    return this.#startedTo;
  }

  /** Items that wait for their turn. */
  get unstarted(): number {
    return this.#unstarted;
  }

  /** Sequences of the retries in hand. */
  get retries(): number[] {
    return [...this.#retries];
  }

  /**
   * Takes events of the log, which follow those taken before.
   * @returns those that are over without a call: their sequences count as done
   */
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
        if (event.fate === "superseded") over.push(item);
      }
    }
    this.#advance();
    return over;
  }

  /**
   * To be called before due retries are asked for: a newer event of a retry's subject may come, and even be over, before
   * the answer is there, which does not know of it.
   */
  watchNewer(): void {
    this.#newer = new Map();
  }

  /** Takes due retries. @returns those that a newer event of their subject has superseded */
  addRetries(retries: readonly DueRetry[]): Item[] {
    const over: Item[] = [];
    for (const { tries, attempts, enhanced, ...event } of retries) {
      const item = itemOf(event, { tries, attempts, enhanced });
      const hasNewer = (this.#newer?.get(item.key) ?? 0) > event.sequence;
      // Whatever is in hand of its subject is newer: the older ones were tried before it.
      if (event.fate === "superseded" || hasNewer || this.#subjects.has(item.key)) over.push(item);
      else {
        this.#retries.add(event.sequence);
        this.#add(item);
      }
    }
    this.#newer = undefined;
    return over;
  }

  /**
   * The next item that may go; it is started with that.
   * @param upTo nothing of the log beyond this
   * @param withRetries whether it may be a retry
   */
  next(upTo: number, withRetries: boolean): Item | undefined {
    const item = this.#ready.take((one) => (one.retry ? withRetries : one.sequence <= upTo));
    if (!item) return undefined;
    const subject = this.#subjects.get(item.key);
    if (subject) subject.isStarted = true;
    if (!item.retry && item.sequence > this.#startedTo) this.#startedTo = item.sequence;
    this.#unstarted--;
    return item;
  }

  /** Whether `next` has one. */
  has(upTo: number, withRetries: boolean): boolean {
    return this.#ready.has((one) => (one.retry ? withRetries : one.sequence <= upTo));
  }

  /** Whether a newer event of the item's subject is in hand. */
  hasNewer(item: Item): boolean {
    return (this.#subjects.get(item.key)?.later.length ?? 0) > 0;
  }

  /** An item that was started is over: the next of its subject may go. */
  finish(item: Item): void {
    this.#forget(item);
    const subject = this.#subjects.get(item.key);
    const next = subject?.later.shift();
    if (!subject || !next) {
      this.#subjects.delete(item.key);
      // A map that grew keeps what it held before, until all garbage is looked at: that should not be the whole event.
      if (subject) subject.first = undefined;
      return;
    }
    subject.first = next;
    subject.isStarted = false;
    this.#ready.push(next);
  }

  /** @returns a retry that was not started and that this event supersedes */
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
    this.#ready.replace(first, item);
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
    for (let next = this.#log.first; next !== undefined && this.#done.delete(next); next = this.#log.first) {
      this.#cursor = next;
      this.#log.shift();
    }
  }
}
