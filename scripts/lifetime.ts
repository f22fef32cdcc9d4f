import { once } from "node:events";
import { StartError } from "../packages/db/src/start-error.ts";
import { clearLine } from "./progress.mjs";
import { endOfScript } from "./run.ts";

type Work = (life: Lifetime) => Promise<void>;

/** The life of a script with resources (a database, servers). At its end they are closed, the newest first. */
export class Lifetime {
  readonly #endings: (() => Promise<void>)[] = [];
  readonly #ending = new AbortController();

  /** Aborted when a signal arrives or the parent process ends. */
  readonly signal: AbortSignal = this.#ending.signal;

  /** Registers a function that closes a resource. */
  onEnd(ending: () => Promise<void>): void {
    this.#endings.push(ending);
  }

  /** 0, or 1 after a failure. */
  exitCode = 0;

  /** Ends the script as a signal does. */
  end(): void {
    this.#ending.abort();
  }

  /** Ends the script with exit code 1. */
  fail(): void {
    this.exitCode = 1;
    this.end();
  }

  /** Resolves when the script has to end. */
  async mustEnd(): Promise<void> {
    if (!this.signal.aborted) await once(this.signal, "abort");
  }

  async close(): Promise<void> {
    this.end();
    for (const ending of this.#endings.toReversed()) await ending();
  }
}

/**
 * Runs `work` until it ends, fails or the script has to end. Then closes the resources and exits with 0, or with 1 after an error.
 * Prints one line for a StartError, and everything for any other error.
 */
export async function live(work: Work): Promise<never> {
  const life = new Lifetime();
  endOfScript().addEventListener("abort", () => life.end());
  try {
    await Promise.race([work(life), life.mustEnd()]);
  } catch (error) {
    life.exitCode = 1;
    console.error(error instanceof StartError ? error.message : error);
  }
  await life.close();
  process.exit(life.exitCode);
}

/** Runs one step of a start, and prints a line with the time it took. */
export async function step<T>(label: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  clearLine();
  console.log(`✓ ${label} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return result;
}
