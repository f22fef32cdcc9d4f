import type { Completion, Progress } from "@highstreet/router/features/webhooks/index.ts";
import type { LaneLog } from "./lane-log.ts";

/** Completions are recorded together: when so many have come … */
const FLUSH_SIZE = 128;
/** … or at latest after this, in ms. */
export const FLUSH_MS = 20;
/** No call starts while so many are not recorded: after a crash these are made again. */
const MOST = 256;

/** What a lane has done and not recorded yet, and how far the database knows of it. Times in ms, of any clock. */
export class Recorder {
  readonly #log: Pick<LaneLog, "record">;
  #completions: Completion[] = [];
  #underway = 0;
  /** Retries that are over, but still have their row. */
  readonly #retries = new Set<number>();
  #oldestAt = Number.POSITIVE_INFINITY;
  #cursor: number;

  constructor(log: Pick<LaneLog, "record">, cursor: number) {
    this.#log = log;
    this.#cursor = cursor;
  }

  /** The cursor as it was recorded last. */
  get cursor(): number {
    return this.#cursor;
  }

  get isEmpty(): boolean {
    return this.#completions.length === 0;
  }

  /** @param inFlight calls that are to be recorded, too */
  isFull(inFlight: number): boolean {
    return this.#completions.length + this.#underway + inFlight >= MOST;
  }

  /** Sequences of retries that are not to be read again, though their rows are still there. */
  get retries(): number[] {
    return [...this.#retries];
  }

  /** @param patience how long completions may wait for others */
  isDue(now: number, patience: number): boolean {
    return this.#completions.length >= FLUSH_SIZE || now >= this.#oldestAt + patience;
  }

  add(completion: Completion, now: number): void {
    if (this.isEmpty) this.#oldestAt = now;
    this.#completions.push(completion);
    if (completion.isRetry) this.#retries.add(completion.sequence);
  }

  /**
   * Records all.
   * @param progress its cursor must pass nothing that was not added before
   * @returns false: the lease was lost
   */
  async flush(progress: Progress): Promise<boolean> {
    // Taken in one moment with the cursor: it passes nothing that is not recorded in the same statement.
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
