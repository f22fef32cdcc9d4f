import { readSetting } from "../../kernel/settings/index.ts";

/** Number of days to keep each kind of record. */
export interface RetentionDays {
  /** Events and deliveries. */
  events: number;
  /** Ingests with their rejected lines; the latest of each source stays. */
  ingests: number;
  history: number;
  /** API keys, from their revocation or expiry. The history shows their names. */
  keys: number;
  /** Staff sessions, from their end. */
  sessions: number;
}

/**
 * Reads the days from the environment.
 * @throws Error with one line if a value is not a whole number from 1 to 3650
 */
export function readRetentionDays(env: Record<string, string | undefined>): RetentionDays {
  return {
    events: readSetting(env, "retentionDays"),
    ingests: readSetting(env, "ingestDays"),
    history: readSetting(env, "historyDays"),
    keys: readSetting(env, "keyDays"),
    sessions: readSetting(env, "sessionDays"),
  };
}
