import { StartError } from "../packages/db/src/start-error.ts";

type Work = (life: Lifetime) => Promise<void>;

/** The life of a script that holds things (a database, servers): whatever ends it, they are ended too, last come first. */
export class Lifetime {
  readonly #endings: (() => Promise<void>)[] = [];
  readonly #ending = new AbortController();

  /** Aborted when the script is told to end, by a signal or because its parent is gone. */
  readonly signal: AbortSignal = this.#ending.signal;

  /** Remembers how to end something. */
  onEnd(ending: () => Promise<void>): void {
    this.#endings.push(ending);
  }

  /** 0, or 1 once something failed. */
  exitCode = 0;

  /** Ends the script as if a signal had come. */
  end(): void {
    this.#ending.abort();
  }

  /** Ends the script with exit code 1. */
  fail(): void {
    this.exitCode = 1;
    this.end();
  }

  /** Resolves when the script is told to end. */
  async told(): Promise<void> {
    if (this.signal.aborted) return;
    await new Promise<void>((resolve) => this.signal.addEventListener("abort", () => resolve(), { once: true }));
  }

  async close(): Promise<void> {
    this.end();
    for (const ending of this.#endings.toReversed()) await ending();
  }
}

/**
 * Runs `work` until it is done, fails, or the script is told to end; then ends what it holds and exits: 0, or 1 after
 * the one line of a StartError (of any other error all there is).
 */
export async function live(work: Work): Promise<never> {
  const life = new Lifetime();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => life.end());
  process.on("disconnect", () => life.end());
  try {
    await Promise.race([work(life), life.told()]);
  } catch (error) {
    life.exitCode = 1;
    console.error(error instanceof StartError ? error.message : error);
  }
  await life.close();
  process.exit(life.exitCode);
}
