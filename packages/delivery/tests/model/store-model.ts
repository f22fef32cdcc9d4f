import { FIRST_EVENTS } from "../../src/lease/leases.sql.ts";
import type { Lease, Release, WorkState } from "../../src/lease/leases.ts";
import type { DueEvent, DueRetry } from "../../src/read.ts";
import type { Completion, Finish, Finished, Progress } from "../../src/record/record-deliveries.ts";

/** An event of the model. */
interface LoggedEvent {
  sequence: number;
  subject: string;
}

interface Retry {
  tries: number;
  attempts: number;
  dueAt: number;
}

export interface Attempt {
  sequence: number;
  try: number;
  outcome: "delivered" | "retrying" | "failed" | "superseded";
  /** A call was made. */
  isCall: boolean;
}

interface Work {
  dueAt: number;
  holdUntil: number | null;
  wakeVersion: number;
  workerId: string | null;
}

/** What a lease sees of the log. */
interface Snapshot {
  length: number;
  wakeVersion: number;
  hasRetries: boolean;
}

/**
 * A model of the tables of one store, with arrays instead of SQL. Each method is one statement of the engine and is atomic.
 */
export class StoreModel {
  readonly events: LoggedEvent[] = [];
  readonly attempts: Attempt[] = [];
  readonly retries = new Map<number, Retry>();
  cursor = 0;
  inFlightHighWater = 0;
  hasUnrecordedCalls = false;
  epoch = 0;
  failures = 0;
  failingSince: Date | null = null;
  isWarned = false;
  work: Work | null = null;
  now: () => Date;
  /** The log before the last events, while no worker has written since. */
  #before: Snapshot | undefined;

  constructor(now: () => Date) {
    this.now = now;
  }

  newestOf(subject: string): number {
    return this.events.findLast((event) => event.subject === subject)?.sequence ?? 0;
  }

  append(subjects: string[]): void {
    this.#before = this.#snapshot();
    for (const subject of subjects) this.events.push({ sequence: this.events.length + 1, subject });
    this.wake();
  }

  wake(): void {
    if (this.work) {
      this.work.wakeVersion++;
      this.work.dueAt = 0;
    } else this.work = { dueAt: 0, holdUntil: null, wakeVersion: 1, workerId: null };
  }

  /** Sends a finished event again, if its subject has no newer event. */
  redeliver(sequence: number): void {
    const subject = this.events[sequence - 1]?.subject;
    const made = this.attempts.filter((attempt) => attempt.sequence === sequence);
    const waiting = this.retries.get(sequence);
    if (waiting) waiting.dueAt = Math.min(waiting.dueAt, this.now().getTime());
    else if (subject !== undefined && made.length && this.newestOf(subject) === sequence) {
      this.retries.set(sequence, {
        tries: 0,
        attempts: Math.max(...made.map((one) => one.try)),
        dueAt: this.now().getTime(),
      });
    }
    this.wake();
  }

  isDue(): boolean {
    const now = this.now().getTime();
    return this.work !== null && this.work.dueAt <= now && (this.work.holdUntil ?? 0) <= now;
  }

  #snapshot(): Snapshot | undefined {
    if (!this.work) return undefined;
    return { length: this.events.length, wakeVersion: this.work.wakeVersion, hasRetries: this.retries.size > 0 };
  }

  /** @param isLate whether the lease's snapshot lacks the last events, because they were committed while it took its locks */
  lease(
    worker: string,
    isLate: boolean,
  ): Pick<Lease, "epoch" | "cursor" | "inFlightHighWater" | "failures" | "failingSince" | "first"> & {
    isWarned: boolean;
  } {
    this.epoch++;
    this.hasUnrecordedCalls ||= this.inFlightHighWater > this.cursor;
    if (this.work) this.work.workerId = worker;
    const { epoch, cursor, inFlightHighWater, failures, failingSince, isWarned } = this;
    const before = (isLate ? this.#before : undefined) ?? this.#snapshot();
    const isClean = !isWarned && failures === 0 && inFlightHighWater <= cursor;
    const first = isClean && before ? this.#firstRead(before) : null;
    return { epoch, cursor, inFlightHighWater, failures, failingSince, isWarned, first };
  }

  #firstRead({ length, wakeVersion, hasRetries }: Snapshot): Lease["first"] {
    const next = this.events.slice(0, length).filter(({ sequence }) => sequence > this.cursor);
    const events = next.slice(0, FIRST_EVENTS).map((event) => this.#present(event, "send"));
    this.inFlightHighWater = Math.max(this.inFlightHighWater, events.at(-1)?.sequence ?? 0);
    return { events, wakeVersion, hasRetries };
  }

  /** Records good calls, and releases the store at its wake version. */
  finish(epoch: number, { cursor, wakeVersion, done }: Omit<Finish, "lease">): Finished {
    if (!this.record(epoch, { cursor, failures: 0, failingSince: null }, done)) return "skipped";
    this.inFlightHighWater = cursor;
    this.hasUnrecordedCalls = false;
    if (this.work?.wakeVersion !== wakeVersion) return "woken";
    this.work = null;
    return "released";
  }

  readLog(epoch: number, { after, doubtTo, limit }: { after: number; doubtTo: number; limit: number }): DueEvent[] {
    if (after < doubtTo) {
      return this.events
        .filter(({ sequence }) => sequence > after && sequence <= doubtTo)
        .slice(0, limit)
        .map((event) => this.#present(event, this.#fateInDoubt(event)));
    }
    const next = this.events.filter(({ sequence }) => sequence > after).slice(0, limit);
    if (epoch !== this.epoch) return [];
    this.inFlightHighWater = Math.max(this.inFlightHighWater, next.at(-1)?.sequence ?? 0);
    return next.map((event) => this.#present(event, "send"));
  }

  readDueRetries({ now, inHand, limit }: { now: Date; inHand: number[]; limit: number }): DueRetry[] {
    return [...this.retries]
      .filter(([sequence, { dueAt }]) => dueAt <= now.getTime() && !inHand.includes(sequence))
      .sort(([a, one], [b, other]) => one.dueAt - other.dueAt || a - b)
      .slice(0, limit)
      .flatMap(([sequence, { tries, attempts }]) => {
        const event = this.events[sequence - 1];
        if (!event) return [];
        const fate = this.newestOf(event.subject) > sequence ? "superseded" : "send";
        return [{ ...this.#present(event, fate), tries, attempts, enhanced: false, wasRefused: false }];
      });
  }

  record(epoch: number, { cursor, failures, failingSince }: Progress, done: readonly Completion[]): boolean {
    if (epoch !== this.epoch) return false;
    this.#before = undefined;
    Object.assign(this, { cursor, failures, failingSince });
    for (const one of done) {
      const hasNewer = this.newestOf(one.subject) > one.sequence;
      const bad = hasNewer ? "superseded" : one.dueAt ? "retrying" : "failed";
      const outcome = one.result === "bad" ? bad : one.result;
      this.attempts.push({ sequence: one.sequence, try: one.try, outcome, isCall: one.ms !== null });
      if (outcome === "retrying" && one.dueAt) {
        this.retries.set(one.sequence, { tries: one.tries, attempts: one.try, dueAt: one.dueAt.getTime() });
      } else if (one.isRetry) this.retries.delete(one.sequence);
    }
    return true;
  }

  warnOfFailing(epoch: number, isFailing: boolean): boolean {
    if (epoch === this.epoch) this.isWarned = isFailing;
    return epoch === this.epoch;
  }

  postpone(epoch: number, until: Date): boolean {
    if (epoch !== this.epoch || !this.work) return false;
    this.work.holdUntil = Math.max(this.work.holdUntil ?? 0, until.getTime());
    return true;
  }

  readWake(): number | undefined {
    return this.work?.wakeVersion;
  }

  look(cursor: number): Omit<WorkState, "wakeVersion"> {
    const dueAt = Math.min(...[...this.retries.values()].map((retry) => retry.dueAt));
    return { more: this.events.length > cursor, retryAt: Number.isFinite(dueAt) ? new Date(dueAt) : null };
  }

  release(epoch: number, { wakeVersion, inFlightHighWater, dueAt, holdUntil }: Release): "released" | "woken" | "lost" {
    if (epoch !== this.epoch) return "lost";
    this.#before = undefined;
    this.inFlightHighWater = inFlightHighWater;
    this.hasUnrecordedCalls = inFlightHighWater > this.cursor;
    if (this.work?.wakeVersion !== wakeVersion) return "woken";
    this.work = dueAt
      ? { ...this.work, workerId: null, dueAt: dueAt.getTime(), holdUntil: holdUntil?.getTime() ?? null }
      : null;
    return "released";
  }

  #fateInDoubt({ sequence, subject }: LoggedEvent): DueEvent["fate"] {
    const isSettled = this.retries.has(sequence) || this.attempts.some((attempt) => attempt.sequence === sequence);
    if (isSettled) return "skip";
    return this.newestOf(subject) > sequence ? "superseded" : "send";
  }

  #present({ sequence, subject }: LoggedEvent, fate: DueEvent["fate"]): DueEvent {
    return { sequence, action: "inventory.update", subject, data: "{}", product: null, traceparent: null, fate };
  }
}
