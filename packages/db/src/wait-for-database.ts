import { setTimeout as delay } from "node:timers/promises";
import { checkDatabase } from "./check-database.ts";
import { StartError } from "./start-error.ts";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Codes of a server that may accept connections a little later. A wrong password or a missing database is not among them. */
const passing = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EPIPE"],
  // PostgreSQL's: shutting down, starting up, too many connections; the connection failed
  ...["57P01", "57P02", "57P03", "53300", "08001", "08006"],
]);

/** Messages of `pg` errors without a code. */
const messages = /timeout expired|Connection terminated/;

function mayPass(error: StartError): boolean {
  const { cause } = error;
  if (!(cause instanceof Error)) return false;
  return ("code" in cause && passing.has(String(cause.code))) || messages.test(cause.message);
}

export interface WaitOptions {
  /** Longest wait in ms. */
  patienceMs: number;
  /** Called before each pause, with one line. */
  onWait: (line: string) => void;
}

/**
 * Waits until the database at `url` accepts connections, with growing pauses.
 * @throws StartError with one line after `patienceMs`, or at once if waiting does not help
 */
export async function waitForDatabase(url: string, { patienceMs, onWait }: WaitOptions): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await checkDatabase(url);
    } catch (error) {
      if (!(error instanceof StartError) || !mayPass(error)) throw error;
      if (performance.now() + pause > until) {
        throw new StartError(`Waited ${patienceMs / 1_000} s for the database. ${error.message}`, { cause: error });
      }
      onWait(`${error.message} Next attempt in ${pause / 1_000} s.`);
    }
    await delay(pause);
  }
}
