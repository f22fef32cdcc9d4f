import type { Context } from "@highstreet/router";
import { type Completion, type Lease, recordDeliveries } from "@highstreet/router/webhooks/index.ts";

/** Completions are recorded together: at latest after this, or when this many have come. */
export const FLUSH_MS = 20;
const FLUSH_SIZE = 256;

/** What a lane has done and not recorded yet, and how far the database knows of it. */
export class Recorder {
  readonly #db: Context["db"];
  readonly #lease: Lease;
  #completions: Completion[] = [];
  /** Retries that are over, but still have their row. */
  readonly #retries = new Set<number>();
  #flushAt = Number.POSITIVE_INFINITY;
  #claimedTo: number;
  #cursor: number;

  constructor(db: Context["db"], lease: Lease) {
    this.#db = db;
    this.#lease = lease;
    this.#claimedTo = lease.claimedTo;
    this.#cursor = lease.cursor;
  }

  /** Events of the log up to here may be started. */
  get claimedTo(): number {
    return this.#claimedTo;
  }

  /** The cursor as it was recorded last. */
  get cursor(): number {
    return this.#cursor;
  }

  get isEmpty(): boolean {
    return this.#completions.length === 0;
  }

  /** Sequences of retries that are not to be read again, though their rows are still there. */
  get retries(): number[] {
    return [...this.#retries];
  }

  isDue(now: number): boolean {
    return this.#completions.length >= FLUSH_SIZE || now >= this.#flushAt;
  }

  add(completions: Completion[]): void {
    if (!completions.length) return;
    if (this.isEmpty) this.#flushAt = performance.now() + FLUSH_MS;
    this.#completions.push(...completions);
    for (const { isRetry, sequence } of completions) if (isRetry) this.#retries.add(sequence);
  }

  /** What was claimed and not started was given back with the store, which is ours nevertheless. */
  giveBack(claimedTo: number): void {
    this.#claimedTo = claimedTo;
  }

  /**
   * Records all, and claims more of the log.
   * @param progress its cursor must pass nothing that was not added before
   * @returns false: the lease was lost
   */
  async flush(progress: {
    cursor: number;
    claimTo: number;
    failures: number;
    failingSince: Date | null;
  }): Promise<boolean> {
    // Taken in one moment with the cursor: it passes nothing that is not recorded in the same statement.
    const done = this.#completions.splice(0);
    this.#flushAt = Number.POSITIVE_INFINITY;
    const claimedTo = Math.max(this.#claimedTo, progress.claimTo);
    if (!(await recordDeliveries(this.#db, this.#lease, { ...progress, claimedTo }, done))) return false;
    this.#claimedTo = claimedTo;
    this.#cursor = progress.cursor;
    for (const { sequence } of done) this.#retries.delete(sequence);
    return true;
  }
}
