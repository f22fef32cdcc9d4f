import type { Call, CallResult } from "@highstreet/outbound";
import type { DeliveryHost } from "../delivery-host.ts";
import type { Lease } from "../lease/leases.ts";
import type { Completion } from "../record/record-deliveries.ts";
import { isSuccess, nextPing, nextTry, readRetryAfter } from "../record/retry-schedule.ts";
import { type SigningSecret, signDelivery, validSecrets } from "../sign/sign-delivery.ts";
import type { Item } from "./stream-queue.ts";

/** Whether an item's body has `product`. A retry repeats the body of the first try. */
function isEnhanced(item: Item, lease: Lease): boolean {
  if (item.action !== "inventory.update") return false;
  return item.retry?.enhanced ?? lease.enhancedProductData;
}

/** The call for an event. */
export function deliveryCall(
  item: Item,
  lease: Lease,
  {
    eventBody,
    secrets,
    at,
    mayStart,
  }: {
    eventBody: DeliveryHost["eventBody"];
    secrets: readonly SigningSecret[];
    at: Date;
    mayStart: () => boolean;
  },
): Call {
  const body = eventBody(item, isEnhanced(item, lease));
  const delivery = { storeId: lease.storeId, sequence: item.sequence, body, at };
  const headers = signDelivery(delivery, validSecrets(secrets, at));
  return { url: lease.webhookUrl, headers, body, mayStart };
}

/** The record of an item that is not sent, because the log has a newer event of its subject. */
export function supersededUnsent(item: Item, at: Date): Completion {
  return {
    ...{ sequence: item.sequence, action: item.action, subject: item.subject },
    ...{ try: (item.retry?.attempts ?? 0) + 1, isRetry: item.retry !== null },
    ...{ at, status: null, ms: null, enhanced: false, answer: null },
    ...{ result: "superseded", tries: item.retry?.tries ?? 0, dueAt: null },
  };
}

/** The time of the next try after a failed call, or null. */
function nextTryAt(result: CallResult, tries: number, { isVerification, now, random }: Ending): Date | null {
  const ended = now();
  const wait = readRetryAfter(result.retryAfter, ended);
  return (isVerification ? nextPing : nextTry)(ended, tries, wait, random) ?? null;
}

interface Ending {
  /** The start of the call. */
  at: Date;
  /** Whether the stream has a newer event of the subject. */
  hasNewer: boolean;
  /** Whether the call was the ping that verifies the endpoint. */
  isVerification: boolean;
  now: () => Date;
  random: () => number;
}

/** The record of a call. */
export function completionOf(item: Item, lease: Lease, result: CallResult, ending: Ending): Completion {
  const tries = (item.retry?.tries ?? 0) + 1;
  const isDelivered = isSuccess(result);
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
    dueAt: isDelivered ? null : nextTryAt(result, tries, ending),
  };
}
