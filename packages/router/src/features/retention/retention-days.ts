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

const settings: Record<keyof RetentionDays, [variable: string, standard: number]> = {
  events: ["HIGHSTREET_RETENTION_DAYS", 30],
  ingests: ["HIGHSTREET_INGEST_DAYS", 90],
  history: ["HIGHSTREET_HISTORY_DAYS", 365],
  keys: ["HIGHSTREET_KEY_DAYS", 365],
  sessions: ["HIGHSTREET_SESSION_DAYS", 30],
};

/**
 * Reads the days from the environment.
 * @throws Error with one line if a value is not a whole number from 1 to 3650
 */
export function readRetentionDays(env: Record<string, string | undefined>): RetentionDays {
  const days = (name: keyof RetentionDays): number => {
    const [variable, standard] = settings[name];
    const given = Number(env[variable] || standard);
    if (Number.isInteger(given) && given >= 1 && given <= 3_650) return given;
    throw new Error(`${variable} is "${env[variable]}": it must be days, 1 to 3650.`);
  };
  return {
    events: days("events"),
    ingests: days("ingests"),
    history: days("history"),
    keys: days("keys"),
    sessions: days("sessions"),
  };
}
