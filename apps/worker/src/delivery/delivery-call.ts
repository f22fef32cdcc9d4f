import type { Call, CallResult } from "@highstreet/outbound";
import type { Context } from "@highstreet/router";
import { eventBody } from "@highstreet/router/core/log/index.ts";
import {
  type Completion,
  isGood,
  type Lease,
  nextPing,
  nextTry,
  readRetryAfter,
  type SigningSecret,
  secretsInForce,
  signDelivery,
} from "@highstreet/router/features/webhooks/index.ts";
import type { Item } from "./lane-queue.ts";

/** Whether an item's body holds `product`: as at its first try, which is this one for an event of the log. */
function isEnhanced(item: Item, lease: Lease): boolean {
  if (item.action !== "inventory.update") return false;
  return item.retry?.enhanced ?? lease.enhancedProductData;
}

/** The call that tells a receiver of an event. */
export function deliveryCall(
  item: Item,
  lease: Lease,
  { secrets, at, mayStart }: { secrets: readonly SigningSecret[]; at: Date; mayStart: () => boolean },
): Call {
  const body = eventBody(item, isEnhanced(item, lease));
  const delivery = { storeId: lease.storeId, sequence: item.sequence, body, at };
  const headers = signDelivery(delivery, secretsInForce(secrets, at));
  return { url: lease.webhookUrl, headers, body, mayStart };
}

/** What is recorded of an item that was not sent, as a newer event of its subject is in the log. */
export function supersededUnsent(item: Item, at: Date): Completion {
  return {
    ...{ sequence: item.sequence, action: item.action, subject: item.subject },
    ...{ try: (item.retry?.attempts ?? 0) + 1, isRetry: item.retry !== null },
    ...{ at, status: null, ms: null, enhanced: false, answer: null },
    ...{ result: "superseded", tries: item.retry?.tries ?? 0, dueAt: null },
  };
}

/** When a call that went badly is made again; null: never. */
function againAt(result: CallResult, tries: number, { isVerification, now, random }: Ending): Date | null {
  const ended = now();
  const wait = readRetryAfter(result.retryAfter, ended);
  return (isVerification ? nextPing : nextTry)(ended, tries, wait, random) ?? null;
}

interface Ending {
  /** When the call began. */
  at: Date;
  /** A newer event of its subject is in hand. */
  hasNewer: boolean;
  /** It was the ping that verifies the endpoint. */
  isVerification: boolean;
  now: Context["now"];
  random: () => number;
}

/** What is recorded of a call. */
export function completionOf(item: Item, lease: Lease, result: CallResult, ending: Ending): Completion {
  const tries = (item.retry?.tries ?? 0) + 1;
  const isDelivered = isGood(result);
  return {
    sequence: item.sequence,
    action: item.action,
    subject: item.subject,
    try: (item.retry?.attempts ?? 0) + 1,
    isRetry: item.retry !== null,
    at: ending.at,
    status: result.status,
    ms: result.ms,
    enhanced: isEnhanced(item, lease),
    answer: result.answer,
    result: isDelivered ? "delivered" : ending.hasNewer ? "superseded" : "bad",
    tries,
    dueAt: isDelivered ? null : againAt(result, tries, ending),
  };
}
