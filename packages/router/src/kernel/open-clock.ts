import { readSetting } from "./settings/index.ts";

/**
 * The clock of a process. `HIGHSTREET_CLOCK_AHEAD` sets it ahead of the machine's clock by a number of seconds, to try another time
 * such as a shop's midnight. All processes on a database need the same setting.
 * @throws Error with one line if the setting is not a whole number
 */
export function openClock(env: Record<string, string | undefined>): () => Date {
  const aheadMs = readSetting(env, "clockAheadMs");
  return () => new Date(Date.now() + aheadMs);
}
