import type { Providers } from "@highstreet/providers";

/** A provider with its speed: 1 for a real provider, more for the sandbox. */
export type Paced = Pick<Providers, "speed">;

/**
 * Converts a time of real life into a time of the provider. Only this function and the sandbox know that the sandbox is faster.
 * @param shortestMs the minimum, so that a fast sandbox is not called all the time
 */
export function providerMs({ speed }: Paced, realMs: number, shortestMs = 0): number {
  return Math.max(shortestMs, realMs / speed);
}

/** The pause after failures in a row: it doubles with each failure up to a limit. */
export function backoffMs(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}

/** Longer than the slowest call to a provider, which waits for its turn and is sent up to five times. */
const CLAIM_MS = 5 * 60_000;
/** Minimum length of a claim in the sandbox. The faster clock of the sandbox would shorten the claim too much. */
const SHORTEST_MS = 10_000;

/** The end of a worker's claim on provider work. The claim lasts longer than the slowest call, so that another worker cannot overlap. */
export function claimEnd(now: Date, providers: Paced): Date {
  return new Date(now.getTime() + providerMs(providers, CLAIM_MS, SHORTEST_MS));
}

/** Much longer than the pause between two runs, so the quota is rarely idle. */
const RUN_MS = 60_000;

/** The time after which a run starts no new work. The next run continues. */
export const runEnd = (now: Date): Date => new Date(now.getTime() + RUN_MS);

/** Failures in a row from which on a failure is lasting. One or two failures may be an accident. */
const LASTING_FROM = 3;

/** Whether a provider failed so often in a row that its stores get a warning. Before that, a retry may succeed. */
export const isLasting = (failures: number): boolean => failures >= LASTING_FROM;
