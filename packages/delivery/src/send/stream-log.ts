import type { Sql } from "@highstreet/db";
import type { DeliveryHost } from "../engine/engine-options.ts";
import { type Lease, peekWork, postponeStore, type Release, releaseLease, type WorkState } from "../lease/leases.ts";
import { type DueEvent, type DueRetry, readDueRetries, readLog } from "../read.ts";
import {
  type Completion,
  type Finish,
  type Finished,
  type Finisher,
  type Progress,
  recordDeliveries,
} from "../record/record-deliveries.ts";
import { supersededUnsent } from "./delivery-call.ts";
import type { Item } from "./stream-queue.ts";
import type { StreamState } from "./stream-state.ts";

/** Completions are recorded together when this many wait … */
const FLUSH_SIZE = 128;
/** … or after this time. */
export const FLUSH_MS = 20;
/** No call starts while this many are not recorded. After a crash they are sent again. */
const MAX_UNRECORDED = 256;

/** The statements of a stream. `false` and `lost` mean that the lease was lost and nothing was written. */
export interface StreamStatements {
  readLog(range: { after: number; doubtTo: number; limit: number }): Promise<DueEvent[]>;
  readDueRetries(which: { now: Date; inHand: number[]; isVerified: boolean; limit: number }): Promise<DueRetry[]>;
  record(progress: Progress, done: readonly Completion[]): Promise<boolean>;
  finish(end: Omit<Finish, "lease">): Promise<Finished>;
  settlePing(done: Completion): Promise<boolean>;
  warnOfFailing(isFailing: boolean): Promise<boolean>;
  postpone(until: Date): Promise<boolean>;
  peekWork(cursor: number, isVerified: boolean): Promise<WorkState>;
  release(release: Release): Promise<"released" | "woken" | "lost">;
}

export function streamStatements(db: Sql, host: DeliveryHost, lease: Lease, finisher: Finisher): StreamStatements {
  return {
    readLog: (range) => readLog(db, lease, range),
    readDueRetries: (which) => readDueRetries(db, lease, which),
    record: (progress, done) => recordDeliveries(db, lease, progress, done),
    finish: (end) => finisher.finish({ lease, ...end }),
    settlePing: (done) => host.settlePing(lease, done),
    warnOfFailing: (isFailing) => host.warnOfFailing(lease, isFailing),
    postpone: (until) => postponeStore(db, lease, until),
    peekWork: (cursor, isVerified) => peekWork(db, lease, cursor, isVerified),
    release: (release) => releaseLease(db, lease, release),
  };
}

/**
 * The reads and writes of a stream, and its completions that are not recorded. Each function that returns a boolean returns false if
 * the lease was lost. Times in ms of `clock`.
 */
export class StreamLog {
  readonly #sql: StreamStatements;
  readonly #state: StreamState;
  readonly #now: () => Date;
  readonly #clock: () => number;
  #completions: Completion[] = [];
  #recording = 0;
  /** Ended retries that still have a row. They must not be read again. */
  readonly #endedRetries = new Set<number>();
  #oldestAt = Number.POSITIVE_INFINITY;
  #cursor: number;

  constructor(sql: StreamStatements, state: StreamState, { now, clock }: { now: () => Date; clock: () => number }) {
    this.#sql = sql;
    this.#state = state;
    this.#now = now;
    this.#clock = clock;
    this.#cursor = state.queue.cursor;
    // Before any step, because a read of the log would bring these events again.
    this.#supersede(state.firstRead(clock()));
  }

  get isEmpty(): boolean {
    return this.#completions.length === 0;
  }

  /** Whether all completions are first calls of events with good answers. */
  get isPlain(): boolean {
    return this.#completions.every(({ result, isRetry }) => result === "delivered" && !isRetry);
  }

  /** @param inFlight running calls, which will be recorded too */
  isFull(inFlight: number): boolean {
    return this.#completions.length + this.#recording + inFlight >= MAX_UNRECORDED;
  }

  isDue(maxWaitMs: number): boolean {
    return this.#completions.length >= FLUSH_SIZE || this.#clock() >= this.#oldestAt + maxWaitMs;
  }

  add(completion: Completion): void {
    if (this.isEmpty) this.#oldestAt = this.#clock();
    this.#completions.push(completion);
    if (completion.isRetry) this.#endedRetries.add(completion.sequence);
  }

  async flush(): Promise<boolean> {
    const { failures, failingSince } = this.#state.health;
    // Taken together with the completions, so that the cursor passes only events of the same statement.
    const { cursor } = this.#state.queue;
    const done = this.#takeAll();
    this.#recording = done.length;
    if (!(await this.#sql.record({ cursor, failures, failingSince }, done))) return false;
    this.#recording = 0;
    this.#cursor = cursor;
    for (const { isRetry, sequence } of done) if (isRetry) this.#endedRetries.delete(sequence);
    return true;
  }

  async settlePing(item: Item, completion: Completion): Promise<boolean> {
    const isHeld = await this.#sql.settlePing(completion);
    if (isHeld) this.#state.pinged(item, completion.result === "delivered");
    return isHeld;
  }

  async changeWarning(): Promise<boolean> {
    const { isFailing } = this.#state.health;
    const isHeld = await this.#sql.warnOfFailing(isFailing);
    if (isHeld) this.#state.warned(isFailing);
    return isHeld;
  }

  async postpone(): Promise<boolean> {
    const until = this.#state.nextProbeAt(this.#now());
    const isHeld = await this.#sql.postpone(until);
    if (isHeld) this.#state.postponed(until);
    return isHeld;
  }

  async readRetries(): Promise<boolean> {
    const { limit } = this.#state.readingRetries(this.#clock());
    const inHand = [...this.#state.queue.retries, ...this.#endedRetries];
    const { isVerified } = this.#state;
    const retries = await this.#sql.readDueRetries({ now: this.#now(), inHand, isVerified, limit });
    this.#supersede(this.#state.retriesRead(retries, limit));
    return true;
  }

  async readLog(): Promise<boolean> {
    const range = this.#state.readingLog();
    const events = await this.#sql.readLog(range);
    this.#supersede(this.#state.logRead(events, range.after));
    return true;
  }

  /**
   * Records all completions and ends the stream in one statement (`StreamState.finishAt`).
   * @returns whether the lease is released. If not, the state goes on without this short way
   */
  async finish(wakeVersion: number): Promise<boolean> {
    const { cursor } = this.#state.queue;
    const end = await this.#sql.finish({ cursor, wakeVersion, done: this.#completions });
    if (end === "released") return true;
    if (end === "woken") {
      this.#takeAll();
      this.#cursor = cursor;
    }
    this.#state.notFinished(end === "woken");
    return false;
  }

  /**
   * Releases the lease, or lets the state read again if work has arrived.
   * @returns how the lease ended; undefined if it goes on
   */
  async release(isOver: () => boolean): Promise<"released" | "lost" | undefined> {
    const { cursor } = this.#state.queue;
    if (cursor !== this.#cursor && !(await this.flush())) return "lost";
    const { wakeVersion, ...work } = await this.#sql.peekWork(cursor, this.#state.isVerified);
    if (isOver() || wakeVersion === undefined) return "lost";
    const release = this.#state.release({ wakeVersion, ...work }, this.#now());
    const end = release ? await this.#sql.release(release) : "woken";
    if (end !== "woken") return end;
    this.#state.readAgain();
    return undefined;
  }

  #takeAll(): Completion[] {
    const all = this.#completions;
    this.#completions = [];
    this.#oldestAt = Number.POSITIVE_INFINITY;
    return all;
  }

  #supersede(over: Item[]): void {
    for (const item of over) this.add(supersededUnsent(item, this.#now()));
  }
}
