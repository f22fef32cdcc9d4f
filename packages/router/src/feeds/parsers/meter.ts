import { tooMuchWork } from "../feed-errors.ts";

/** Seconds of a processor that reading one feed may take. The largest honest workbooks take 30 on a slow machine. */
const MOST_SECONDS = 40;

/** The processor time of one feed, among several that are read by turns. */
export class Meter {
  #spent = 0;
  #since = 0;

  /** The feed's turn begins. */
  start(): void {
    this.#since = now();
  }

  /** The feed's turn ends. @throws FeedTooComplex beyond its budget */
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
