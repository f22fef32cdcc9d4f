import type { StreamLog } from "../send/stream-log.ts";
import type { Finished } from "./finish-stores.ts";
import type { Completion, Progress } from "./record-deliveries.ts";

/** Completions are recorded together when this many wait … */
const FLUSH_SIZE = 128;
/** … or after this time in ms. */
export const FLUSH_MS = 20;
/** No call starts while this many are not recorded. After a crash they are sent again. */
const MOST = 256;

/** The completions of a stream that are not recorded, and the recorded cursor. Times in ms of any clock. */
export class Recorder {
  readonly #log: Pick<StreamLog, "record" | "finish">;
  #completions: Completion[] = [];
  #underway = 0;
  /** Ended retries that still have a row. */
  readonly #retries = new Set<number>();
  #oldestAt = Number.POSITIVE_INFINITY;
  #cursor: number;

  constructor(log: Pick<StreamLog, "record" | "finish">, cursor: number) {
    this.#log = log;
    this.#cursor = cursor;
  }

  /** The recorded cursor. */
  get cursor(): number {
    return this.#cursor;
  }

  get isEmpty(): boolean {
    return this.#completions.length === 0;
  }

  /** @param inFlight running calls, which will be recorded too */
  isFull(inFlight: number): boolean {
    return this.#completions.length + this.#underway + inFlight >= MOST;
  }

  /** Sequences of ended retries that still have a row. They must not be read again. */
  get retries(): number[] {
    return [...this.#retries];
  }

  /** @param patience maximum time that completions wait for others */
  isDue(now: number, patience: number): boolean {
    return this.#completions.length >= FLUSH_SIZE || now >= this.#oldestAt + patience;
  }

  add(completion: Completion, now: number): void {
    if (this.isEmpty) this.#oldestAt = now;
    this.#completions.push(completion);
    if (completion.isRetry) this.#retries.add(completion.sequence);
  }

  /** Whether all completions are first calls of events with good answers. */
  get isPlain(): boolean {
    return this.#completions.every(({ result, isRetry }) => result === "delivered" && !isRetry);
  }

  /** Records all completions and ends the stream in one statement. Keeps the completions if nothing is recorded. */
  async finish(cursor: number, wakeVersion: number): Promise<Finished> {
    const done = this.#completions;
    const end = await this.#log.finish({ cursor, wakeVersion, done });
    if (end === "skipped") return end;
    this.#completions = [];
    this.#oldestAt = Number.POSITIVE_INFINITY;
    this.#cursor = cursor;
    return end;
  }

  /**
   * Records all completions.
   * @param progress the cursor must not pass an event that was not added
   * @returns false if the lease was lost
   */
  async flush(progress: Progress): Promise<boolean> {
    // Taken together with the cursor, so that the cursor passes only events of the same statement.
    const done = this.#completions;
    this.#completions = [];
    this.#underway = done.length;
    this.#oldestAt = Number.POSITIVE_INFINITY;
    if (!(await this.#log.record(progress, done))) return false;
    this.#underway = 0;
    this.#cursor = progress.cursor;
    for (const { isRetry, sequence } of done) if (isRetry) this.#retries.delete(sequence);
    return true;
  }
}
