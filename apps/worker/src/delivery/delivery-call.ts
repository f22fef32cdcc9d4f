import type { Context } from "@highstreet/router";
import { eventBody } from "@highstreet/router/events/index.ts";
import {
  type Completion,
  type Lease,
  nextPing,
  nextTry,
  readRetryAfter,
  signDelivery,
} from "@highstreet/router/webhooks/index.ts";
import type { CallResult } from "./answer-reader.ts";
import type { Item } from "./lane-queue.ts";
import type { Call } from "./sender.ts";

/** Whether an item's body holds `product`: as at its first try, which is this one for an event of the log. */
function isEnhanced(item: Item, lease: Lease): boolean {
  if (item.action !== "inventory.update") return false;
  return item.retry?.enhanced ?? lease.enhancedProductData;
}

/** The call that tells a receiver of an event. */
export function deliveryCall(
  item: Item,
  lease: Lease,
  { secret, at, mayStart }: { secret: string; at: Date; mayStart: () => boolean },
): Call {
  const body = eventBody(item, isEnhanced(item, lease));
  const headers = signDelivery({ storeId: lease.storeId, sequence: item.sequence, body, at }, secret);
  return { url: lease.webhookUrl, headers, body, mayStart };
}

const made = (item: Item) => ({
  sequence: item.sequence,
  action: item.action,
  subject: item.subject,
  try: (item.retry?.attempts ?? 0) + 1,
  isRetry: item.retry !== null,
});

/** What is recorded of an item that was not sent, as a newer event of its subject is in the log. */
export function supersededUnsent(item: Item, at: Date): Completion {
  return {
    ...made(item),
    at,
    status: null,
    ms: null,
    enhanced: false,
    answer: null,
    result: "superseded",
    tries: item.retry?.tries ?? 0,
    dueAt: null,
  };
}

/** Redirects are bad answers, as all are but 2xx. */
export function isGood(result: CallResult): boolean {
  return result.status !== null && result.status >= 200 && result.status < 300;
}

/** What is recorded of a call. */
export function completionOf(
  item: Item,
  lease: Lease,
  result: CallResult,
  {
    at,
    hasNewer,
    isVerification,
    now,
    random,
  }: { at: Date; hasNewer: boolean; isVerification: boolean; now: Context["now"]; random: () => number },
): Completion {
  const tries = (item.retry?.tries ?? 0) + 1;
  const ended = now();
  const wait = readRetryAfter(result.retryAfter, ended);
  const dueAt = isVerification ? nextPing(ended, tries, wait, random) : nextTry(ended, tries, wait, random);
  const bad = hasNewer ? ("superseded" as const) : ("bad" as const);
  return {
    ...made(item),
    at,
    status: result.status,
    ms: result.ms,
    enhanced: isEnhanced(item, lease),
    answer: result.answer,
    result: isGood(result) ? "delivered" : bad,
    tries,
    dueAt: dueAt ?? null,
  };
}
