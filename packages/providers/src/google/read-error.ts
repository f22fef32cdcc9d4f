import { ProviderError, type ProviderErrorKind } from "../provider-error.ts";

interface Detail {
  "@type"?: string;
  reason?: string;
  metadata?: Record<string, string>;
  retryDelay?: string;
  errors?: {
    errorCode?: Record<string, string>;
    message?: string;
    details?: { quotaErrorDetails?: { retryDelay?: string } };
  }[];
}

interface GoogleError {
  error?: { code?: number; message?: string; status?: string; details?: Detail[] };
}

/** Reasons that concern our own project, keys or accounts. */
export const SETUP_REASONS: ReadonlySet<string> = new Set([
  "GCP_NOT_REGISTERED",
  "SERVICE_DISABLED",
  "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
  "BILLING_DISABLED",
  "CUSTOMER_NOT_ENABLED",
  "USER_PERMISSION_DENIED",
  "PROJECT_DISABLED",
  "MISSING_TOS",
  "CONSUMER_SUSPENDED",
  "CONSUMER_INVALID",
  "USER_PROJECT_DENIED",
]);
const isSetup = (reason: string | null): boolean =>
  reason !== null && (SETUP_REASONS.has(reason) || reason.startsWith("DEVELOPER_TOKEN_"));

const DAILY_LIMIT = "quota/daily_limit_exceeded";

function secondsOf(text: string | undefined): number | null {
  const seconds = /^([0-9]+(?:\.[0-9]+)?)s?$/.exec(text ?? "")?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

/** The wait from `Retry-After` (RFC 9110), in seconds or as a date, or else from the details. */
function retryAfter(header: string | null, details: Detail[], now: Date): number | null {
  const seconds = secondsOf(header ?? undefined);
  if (seconds !== null) return seconds;
  const date = header ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  const delays = details.flatMap((detail) => [
    detail.retryDelay,
    ...(detail.errors ?? []).map(({ details: of }) => of?.quotaErrorDetails?.retryDelay),
  ]);
  return delays.map(secondsOf).find((ms) => ms !== null) ?? null;
}

/** A day's quota starts at midday, UTC (Merchant API, QuotaGroup.quotaUsage). */
function untilMidday(now: Date): number {
  const midday = new Date(now);
  midday.setUTCHours(12, 0, 0, 0);
  if (midday <= now) midday.setUTCDate(midday.getUTCDate() + 1);
  return midday.getTime() - now.getTime();
}

/** The most specific code: that of Google Ads, then REASON of a Merchant API, then that of an ErrorInfo. */
function reasonOf(details: Detail[]): string | null {
  for (const { errors } of details) {
    const code = Object.values(errors?.[0]?.errorCode ?? {})[0];
    if (code) return code;
  }
  for (const { metadata, reason } of details) {
    if (metadata?.REASON ?? reason) return metadata?.REASON ?? reason ?? null;
  }
  return null;
}

function kindOf(status: number, reason: string | null, details: Detail[]): ProviderErrorKind {
  if (status === 429) {
    const isNone = details.some(({ metadata }) => metadata?.quota_limit_value === "0");
    return isNone ? "setup" : "quota";
  }
  if (status === 401 || isSetup(reason)) return "setup";
  // All campaigns are in our account.
  if (status === 403 && details.some(({ errors }) => errors?.some(({ errorCode }) => errorCode))) return "setup";
  if (status === 403 || status === 404) return "no-access";
  return status >= 500 ? "unavailable" : "refused";
}

export function readError(status: number, header: string | null, body: string, now: Date): ProviderError {
  let error: GoogleError["error"];
  try {
    error = (JSON.parse(body) as GoogleError).error;
  } catch {
    // The body is not from Google.
  }
  const details = error?.details ?? [];
  const reason = reasonOf(details);
  const messages = details.flatMap(({ errors }) => errors ?? []).map(({ message }) => message);
  const message = messages[0] ?? error?.message ?? `Google answered ${status}.`;
  const retryAfterMs = reason === DAILY_LIMIT ? untilMidday(now) : retryAfter(header, details, now);
  return new ProviderError(kindOf(status, reason, details), message, {
    reason: reason ?? error?.status ?? null,
    retryAfterMs,
  });
}
