import { setTimeout as after } from "node:timers/promises";

/** How long a process that is told to end goes on, in milliseconds. */
export interface DrainTimes {
  /** From withdrawn readiness until listening stops, so that a load balancer sends its next calls elsewhere. */
  delayMs: number;
  /** From then on, for everything that is under way. */
  deadlineMs: number;
}

/** What closing may take once the work is done or cut. */
const CLOSING_MS = 2_000;

function seconds(env: Record<string, string | undefined>, name: string, standard: number): number {
  const given = Number(env[name] || standard);
  if (Number.isInteger(given) && given >= 0 && given <= 3_600) return given * 1_000;
  throw new Error(`${name} is "${env[name]}": it must be whole seconds, 0 to 3600.`);
}

/**
 * `HIGHSTREET_DRAIN_DELAY_SECONDS` and `HIGHSTREET_DRAIN_SECONDS`.
 * @throws Error with one line
 */
export function readDrainTimes(env: Record<string, string | undefined>): DrainTimes {
  return {
    delayMs: seconds(env, "HIGHSTREET_DRAIN_DELAY_SECONDS", 1),
    deadlineMs: seconds(env, "HIGHSTREET_DRAIN_SECONDS", 25),
  };
}

export interface Drain {
  times: DrainTimes;
  log: Record<"info" | "warn" | "error", (members: object, message: string) => void>;
  /** Stops taking work in; resolves once all that was under way is done. */
  finish: () => Promise<unknown>;
  /** Ends what was not done in time. */
  cut?: () => void;
  /** Closes what the work needed. */
  close?: () => Promise<unknown>;
}

/** @returns false when the time was over before the work */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = after(ms, false, { signal: timer.signal });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}

/**
 * Ends the process on SIGTERM or SIGINT: readiness is withdrawn, then `finish` has until the deadline, then what is left is cut, and the
 * process exits with 0. A second signal ends it at once, with 1.
 * @returns whether the process is ending
 */
export function drainOnSignal({ times, log, finish, cut, close }: Drain): () => boolean {
  let isEnding = false;
  const end = async (signal: string): Promise<void> => {
    log.info({ signal }, "ending");
    await after(times.delayMs);
    if (!(await within(times.deadlineMs, finish()))) {
      log.warn({ deadlineMs: times.deadlineMs }, "work that was not done by the deadline is cut off");
    }
    cut?.();
    await within(CLOSING_MS, close?.() ?? Promise.resolve());
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      end(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, "could not end cleanly");
          process.exit(1);
        },
      );
    });
  }
  return () => isEnding;
}
