import { setTimeout as pause } from "node:timers/promises";
import { ProviderError } from "../provider-error.ts";
import { createTurns, partnerOfCall, type QuotaBucket, type QuotaBuckets } from "../quota.ts";
import { AnswerTooLarge, HOSTS, limitedFetch, originOf, type Service } from "./hosts.ts";
import { readError } from "./read-error.ts";
import type { GoogleSettings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";

const TIMEOUT_MS = 20_000;
const MAX_WAIT_MS = 60_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
const GROWTH = 1.3;
const JITTER = 0.3;
/** Of each Business Profile API. The Ads API has no published limit, so it uses the same value. */
const PER_MINUTE = 300;

export interface GoogleCall {
  service: Exclude<Service, "signIn">;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From `/` on, with encoded names. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  buckets?: QuotaBucket[];
  /** Other calls are retried only after 429, when Google certainly did not run them. Default: true except for POST. */
  isRepeatable?: boolean;
}

/** @throws ProviderError */
export type CallGoogle = <Answer>(call: GoogleCall) => Promise<Answer>;

export interface CallOptions {
  settings: GoogleSettings;
  quota: QuotaBuckets;
  now?: () => Date;
  timeoutMs?: number;
  sleep?: (ms: number) => Promise<unknown>;
}

/** 1 s, then 1.3 times as long each time, at most 10 s, plus a random part. Never shorter than Google asks. */
function pauseBefore(tries: number, asked: number | null): number {
  const planned = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * GROWTH ** (tries - 1));
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
    ...(settings.ads.loginCustomer && { "login-customer-id": settings.ads.loginCustomer }),
  };

  async function once<Answer>(
    call: GoogleCall,
  ): Promise<{ answer: Answer } | { error: ProviderError; status: number | null }> {
    const url = new URL(originOf(call.service, settings.standIn) + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const token = await signIn.token();
    try {
      const response = await limitedFetch(url, {
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
      const what = cause instanceof AnswerTooLarge ? "gave an answer that is too large" : "gave no answer";
      const message = `${HOSTS[call.service]} ${what}.`;
      return { error: new ProviderError("unavailable", message, { cause }), status: null };
    }
  }

  const takeTurn = createTurns({ quota, now, sleep, maxWaitMs: MAX_WAIT_MS });

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
        // The token expired early, so the call did nothing.
        hasNewToken = true;
        signIn.forget();
        continue;
      }
      const wait = pauseBefore(tries, error.retryAfterMs);
      const { isRepeatable = call.method !== "POST" } = call;
      if (tries === TRIES || wait > MAX_WAIT_MS || !isWorthAnother(error, status, isRepeatable)) throw error;
      await sleep(wait);
    }
  };
}

/** All pages of a list in order. */
export async function* pagesOf<Page extends { nextPageToken?: string }>(
  call: CallGoogle,
  list: Omit<GoogleCall, "method">,
): AsyncGenerator<Page> {
  let pageToken: string | undefined;
  do {
    const query = { ...list.query, ...(pageToken ? { pageToken } : {}) };
    const page = await call<Page>({ ...list, method: "GET", query });
    yield page;
    pageToken = page.nextPageToken;
  } while (pageToken);
}
