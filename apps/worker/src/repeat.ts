import { setTimeout as delay } from "node:timers/promises";

/**
 * Runs a task again and again, each time `everyMs` after the last one ended, until it is told to stop.
 * @param onError told of what the task threw; it is run again all the same
 * @returns a function that stops it, and waits for the run under way
 */
export function repeat(everyMs: number, task: () => Promise<unknown>, onError: (error: unknown) => void) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = async () => {
    while (!signal.aborted) {
      await task().catch(onError);
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const ended = loop();
  return async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
}
