import { setTimeout as after } from "node:timers/promises";
import { readSetting } from "./settings.ts";

export interface DrainTimes {
  /** Time from the end of readiness until listening stops, so that a load balancer can send calls elsewhere. */
  delayMs: number;
  deadlineMs: number;
}

const CLOSING_MS = 2_000;

/**
 * Reads `HIGHSTREET_DRAIN_DELAY_SECONDS` and `HIGHSTREET_DRAIN_SECONDS`.
 * @throws Error with one line
 */
export function readDrainTimes(env: Record<string, string | undefined>): DrainTimes {
  return {
    delayMs: readSetting(env, "drainDelayMs"),
    deadlineMs: readSetting(env, "drainMs"),
  };
}

export interface Drain {
  times: DrainTimes;
  log: Record<"info" | "warn" | "error", (members: object, message: string) => void>;
  finish: () => Promise<unknown>;
  cut?: () => void;
  close?: () => Promise<unknown>;
}

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
 * Ends the process on SIGTERM or SIGINT. First the process stops being ready. Then `finish` runs until the deadline, the rest is cut off,
 * and the process exits with 0. A second signal ends the process at once with 1.
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
