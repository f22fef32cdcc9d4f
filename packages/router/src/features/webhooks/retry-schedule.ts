const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Tries of a cycle: the first and at most three more (spec.md, Limits). */
export const MOST_TRIES = 4;

const waits = [30 * SECOND, 5 * MINUTE, 30 * MINUTE];

/** Between the verifications of an endpoint that did not answer the usual tries. */
const VERIFY_AGAIN = HOUR;

/**
 * When to call again after a failure (contract §6, Tries): 30 s, 5 min, 30 min, ±10 % so that receivers are not called
 * by all stores at once; later when the receiver asked for it, up to an hour.
 * @param tries made in this cycle, the failed one included
 * @param retryAfterMs what the answer's `Retry-After` says
 * @param random from 0 up to 1
 * @returns undefined after the last try
 */
export function nextTry(at: Date, tries: number, retryAfterMs: number | null, random: () => number): Date | undefined {
  const wait = waits[tries - 1];
  if (wait === undefined) return undefined;
  const spread = wait * (0.9 + 0.2 * random());
  return new Date(at.getTime() + Math.max(spread, Math.min(retryAfterMs ?? 0, HOUR)));
}

/** When a ping is sent again: as any event, then every hour (contract §5, webhooks). */
export function nextPing(at: Date, tries: number, retryAfterMs: number | null, random: () => number): Date {
  return nextTry(at, tries, retryAfterMs, random) ?? new Date(at.getTime() + VERIFY_AGAIN);
}

/** `Retry-After` in milliseconds: seconds, or an HTTP date (RFC 9110 §10.2.3). null: none that can be read. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
