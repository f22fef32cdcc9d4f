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
