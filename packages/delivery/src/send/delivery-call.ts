import type { Tracer } from "@highstreet/db";
import type { Call, CallResult } from "@highstreet/outbound";
import type { DeliveryHost } from "../engine/engine-options.ts";
import type { Lease } from "../lease/leases.ts";
import type { Completion } from "../record/record-deliveries.ts";
import { isSuccess, nextPing, nextTry, readRetryAfter } from "../record/retry-schedule.ts";
import { type SigningSecret, signDelivery, validSecrets } from "./sign-delivery.ts";
import type { Item } from "./stream-queue.ts";

/** A retry repeats the body of the first try. */
function isEnhanced(item: Item, lease: Lease): boolean {
  if (item.action !== "inventory.update") return false;
  return item.retry?.enhanced ?? lease.enhancedProductData;
}

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
  const { storeId, retailerId, endpointId } = lease;
  const body = eventBody(item, isEnhanced(item, lease), endpointId === undefined ? undefined : retailerId);
  const delivery = { storeId, sequence: item.sequence, endpointId, body, at };
  const headers = signDelivery(delivery, validSecrets(secrets, at));
  return {
    url: lease.webhookUrl,
    headers: { ...lease.headers, ...headers },
    body,
    deadlineMs: lease.deadlineMs,
    mayStart,
  };
}

function attemptOf({ sequence, action, subject, retry }: Item) {
  return { sequence, action, subject, try: (retry?.attempts ?? 0) + 1, isRetry: retry !== null };
}

/** The record of an item that is not sent, because the log has a newer event of its subject. */
export function supersededUnsent(item: Item, at: Date): Completion {
  return {
    ...attemptOf(item),
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

interface Ending {
  at: Date;
  hasNewer: boolean;
  isVerification: boolean;
  /** Whether the receiver is down, and the call was its probe. The event keeps its tries, and is due when the receiver is up. */
  isOfReceiver: boolean;
  now: () => Date;
  random: () => number;
}

function nextTryAt(
  result: CallResult,
  tries: number,
  { retries }: Lease,
  { isVerification, now, random }: Ending,
): Date | null {
  const ended = now();
  const wait = readRetryAfter(result.retryAfter, ended);
  if (isVerification) return nextPing(ended, tries, wait, random);
  return nextTry(ended, tries, wait, random, retries) ?? null;
}

export function completionOf(item: Item, lease: Lease, result: CallResult, ending: Ending): Completion {
  const { isOfReceiver, now } = ending;
  const tries = (item.retry?.tries ?? 0) + (isOfReceiver ? 0 : 1);
  const isDelivered = isSuccess(result);
  return {
    ...attemptOf(item),
    at: ending.at,
    status: result.status,
    ms: result.ms,
    enhanced: isEnhanced(item, lease),
    answer: result.answer,
    result: isDelivered ? "delivered" : ending.hasNewer ? "superseded" : "bad",
    tries,
    dueAt: isDelivered ? null : isOfReceiver ? now() : nextTryAt(result, tries, lease, ending),
  };
}

type Span = ReturnType<Tracer["start"]>;

/** Continues the trace of the event. */
export function startSpan(tracer: Pick<Tracer, "start">, item: Item, lease: Lease): Span {
  return tracer.start("webhook delivery", {
    kind: "client",
    parent: item.traceparent ?? undefined,
    members: {
      "http.request.method": "POST",
      "highstreet.action": item.action,
      "highstreet.retailer_id": lease.retailerId,
      "highstreet.store_id": lease.storeId,
      "highstreet.sequence": item.sequence,
      "highstreet.attempt": (item.retry?.attempts ?? 0) + 1,
    },
  });
}

export function endSpan(span: Span, result: CallResult): void {
  span.end({ "http.response.status_code": result.status ?? undefined }, !isSuccess(result));
}
