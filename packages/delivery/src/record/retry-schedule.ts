/** Only a 2xx counts. A redirect is a failure. */
export function isSuccess({ status }: { status: number | null }): boolean {
  return status !== null && status >= 200 && status < 300;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const MAX_TRIES = 4;

const waits = [30 * SECOND, 5 * MINUTE, 30 * MINUTE];

/** The waits of an event. `days` has eight tries in three days, for an endpoint that asks for them. */
const schedules = { short: waits, days: [...waits, 2 * HOUR, 6 * HOUR, 20 * HOUR, 44 * HOUR] };
export type RetrySchedule = keyof typeof schedules;

/** Whether a failure of the next try gives the event up. @param tries those of this cycle so far */
export const isLastTry = (tries: number, schedule: RetrySchedule = "short"): boolean =>
  tries >= schedules[schedule].length;

const VERIFY_AGAIN = HOUR;

/**
 * The time of the next try after a failure: after 30 s, 5 min and 30 min, or by the longer schedule, ±10 %. The variation prevents that
 * all stores call a receiver at once. A `Retry-After` can make it later, up to an hour.
 * @param tries the tries of this cycle, with the failed one
 * @param random from 0 to 1
 * @returns undefined after the last try
 */
export function nextTry(
  at: Date,
  tries: number,
  retryAfterMs: number | null,
  random: () => number,
  schedule: RetrySchedule = "short",
): Date | undefined {
  const wait = schedules[schedule][tries - 1];
  if (wait === undefined) return undefined;
  const spread = wait * (0.9 + 0.2 * random());
  return new Date(at.getTime() + Math.max(spread, Math.min(retryAfterMs ?? 0, HOUR)));
}

/** The time of the next ping: as for any event, then every hour. */
export function nextPing(at: Date, tries: number, retryAfterMs: number | null, random: () => number): Date {
  return nextTry(at, tries, retryAfterMs, random) ?? new Date(at.getTime() + VERIFY_AGAIN);
}

/** `Retry-After` in milliseconds, from seconds or an HTTP date (RFC 9110 §10.2.3). null if it is missing or unreadable. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
