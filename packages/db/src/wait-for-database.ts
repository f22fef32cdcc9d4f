import { setTimeout as delay } from "node:timers/promises";
import { checkDatabase } from "./check-database.ts";
import { StartError } from "./start-error.ts";

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/** Codes of a server that may accept connections a little later. A wrong password or a missing database is not among them. */
const network = "ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH EPIPE";
/** Shutting down, starting up, too many connections; the connection failed. */
const postgres = "57P01 57P02 57P03 53300 08001 08006";
/** The server cannot be reached, or it has closed the connection. */
const prisma = "P1001 P1017";
const passing = new Set(`${network} ${postgres} ${prisma}`.split(" "));

/** Messages of errors of `pg` and its pool without a code. */
const messages = /timeout expired|timeout exceeded when trying to connect|Connection terminated/;

function mayPass(error: unknown): error is Error {
  const cause = error instanceof StartError ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  return ("code" in cause && passing.has(String(cause.code))) || messages.test(cause.message);
}

export interface WaitOptions {
  patienceMs: number;
  /** Called before each pause, with one line. */
  onWait: (line: string) => void;
}

/**
 * Waits until the database at `url` accepts connections, with growing pauses.
 * @throws StartError with one line after `patienceMs`, or at once if waiting does not help
 */
export function waitForDatabase(url: string, options: WaitOptions): Promise<void> {
  return untilConnected(() => checkDatabase(url), options);
}

/**
 * Runs a first step of a process, and runs it again after growing pauses while the database gives no connection. A slow database can
 * accept one connection and let the next ones wait too long.
 * @param work must be safe to run again
 * @throws StartError with one line after `patienceMs`; other errors of `work` at once
 */
export async function untilConnected<T>(work: () => Promise<T>, { patienceMs, onWait }: WaitOptions): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      const line = error instanceof StartError ? error.message : `The database gives no connection (${error.message}).`;
      if (performance.now() + pause > until) {
        throw new StartError(`Waited ${patienceMs / 1_000} s for the database. ${line}`, { cause: error });
      }
      onWait(`${line} Next attempt in ${pause / 1_000} s.`);
    }
    await delay(pause);
  }
}
