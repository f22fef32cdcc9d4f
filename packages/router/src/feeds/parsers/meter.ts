import { tooMuchWork } from "../feed-errors.ts";

/** Maximum processor time for one feed, in seconds. The largest valid workbooks take 30 s on a slow machine. */
const MOST_SECONDS = 40;

/** Measures the processor time of one feed among several that take turns. */
export class Meter {
  #spent = 0;
  #since = 0;

  /** Starts the feed's turn. */
  start(): void {
    this.#since = now();
  }

  /** Ends the feed's turn. @throws FeedTooComplex beyond its budget */
  stop(): void {
    this.#spent += now() - this.#since;
    if (this.#spent > MOST_SECONDS * 1_000_000) throw tooMuchWork(MOST_SECONDS);
  }
}

/** Of this thread, in microseconds. */
function now(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
