import { setTimeout as pause } from "node:timers/promises";
import { partnerOfCall } from "../call-for-partner.ts";
import { ProviderError } from "../provider-error.ts";
import type { QuotaBucket, QuotaBuckets } from "../quota-buckets.ts";
import { createTurns } from "../take-turns.ts";
import { HOSTS, originOf, type Service } from "./hosts.ts";
import { readError } from "./read-error.ts";
import type { GoogleSettings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";

/** Maximum time of one call, for connection and body together. */
const TIMEOUT_MS = 20_000;
/** Maximum time that a call waits for its turn or for a retry. */
const PATIENCE_MS = 60_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const GROWTH = 1.3;
const JITTER = 0.3;
/** Calls per minute of each Business Profile API. The Ads API has no published limit, so it uses the same value. */
const PER_MINUTE = 300;

export interface GoogleCall {
  service: Exclude<Service, "signIn">;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path after the host, from `/` on. Names in it are encoded. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Quotas in addition to the quota of the service. */
  buckets?: QuotaBucket[];
  /**
   * A repeated call has the same result as one call. Other calls are retried only after 429, when Google certainly did not run
   * them.
   */
  isRepeatable: boolean;
}

/** Calls Google. @throws ProviderError */
export type CallGoogle = <Answer>(call: GoogleCall) => Promise<Answer>;

export interface CallOptions {
  settings: GoogleSettings;
  quota: QuotaBuckets;
  now?: () => Date;
  timeoutMs?: number;
  /** Replaces waiting in tests. */
  sleep?: (ms: number) => Promise<unknown>;
}

/**
 * The pause before a retry: 1 s, then 1.3 times as long each time, at most 10 s, plus a random part. Never shorter than Google
 * asks.
 */
function pauseBefore(tries: number, asked: number | null): number {
  const planned = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * GROWTH ** (tries - 1));
  return Math.max(planned * (1 + Math.random() * JITTER), asked ?? 0);
}

/** Merchant API, "Handle error responses": retry only after UNAVAILABLE and 429. */
function isWorthAnother(error: ProviderError, status: number | null, isRepeatable: boolean): boolean {
  if (error.kind === "quota") return true;
  return isRepeatable && error.kind === "unavailable" && (status === null || status === 503);
}

export function createCall(options: CallOptions): CallGoogle {
  const { settings, quota, now = () => new Date(), sleep = pause, timeoutMs = TIMEOUT_MS } = options;
  const signIn = createSignIn(settings);
  const adsHeaders = {
    "developer-token": settings.ads.developerToken,
    ...(settings.ads.loginCustomer ? { "login-customer-id": settings.ads.loginCustomer } : {}),
  };

  async function once<Answer>(
    call: GoogleCall,
  ): Promise<{ answer: Answer } | { error: ProviderError; status: number | null }> {
    const url = new URL(originOf(call.service, settings.standIn) + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const token = await signIn.token();
    try {
      const response = await fetch(url, {
        method: call.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
          ...(call.service === "ads" ? adsHeaders : {}),
        },
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.ok) return { answer: (text ? JSON.parse(text) : {}) as Answer };
      const error = readError(response.status, response.headers.get("retry-after"), text, now());
      return { error, status: response.status };
    } catch (cause) {
      const message = `${HOSTS[call.service]} gave no answer.`;
      return { error: new ProviderError("unavailable", message, { cause }), status: null };
    }
  }

  const takeTurn = createTurns({ quota, now, sleep, patienceMs: PATIENCE_MS });

  return async <Answer>(call: GoogleCall) => {
    const perMinute = call.service === "merchant" ? settings.merchantPerMinute : PER_MINUTE;
    const buckets = [{ name: `google:${call.service}`, perMinute }, ...(call.buckets ?? [])];
    let hasNewToken = false;
    for (let tries = 1; ; tries++) {
      await takeTurn(buckets, partnerOfCall());
      const outcome = await once<Answer>(call);
      if ("answer" in outcome) return outcome.answer;
      const { error, status } = outcome;
      if (error.reason === "UNAUTHENTICATED" && !hasNewToken) {
        // The token expired early, so this call did nothing yet.
        hasNewToken = true;
        signIn.forget();
        continue;
      }
      const wait = pauseBefore(tries, error.retryAfterMs);
      if (tries === TRIES || wait > PATIENCE_MS || !isWorthAnother(error, status, call.isRepeatable)) throw error;
      await sleep(wait);
    }
  };
}
