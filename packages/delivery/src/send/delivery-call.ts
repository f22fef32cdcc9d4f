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

/** An event on its way into a call. */
export interface Outgoing {
  item: Item;
  lease: Lease;
  at: Date;
  traceparent: string | undefined;
  mayStart: () => boolean;
}

export function bodyOf({ item, lease }: Outgoing, eventBody: DeliveryHost["eventBody"]): string {
  return eventBody(item, isEnhanced(item, lease), lease.endpointId === undefined ? undefined : lease.retailerId);
}

export function deliveryCall(
  outgoing: Outgoing,
  { eventBody, secrets }: { eventBody: DeliveryHost["eventBody"]; secrets: readonly SigningSecret[] },
): Call {
  const { item, lease, at, traceparent, mayStart } = outgoing;
  const { storeId, endpointId } = lease;
  const body = bodyOf(outgoing, eventBody);
  const delivery = { storeId, sequence: item.sequence, endpointId, body, at };
  const headers = signDelivery(delivery, validSecrets(secrets, at));
  return {
    url: lease.webhookUrl,
    headers: { ...lease.headers, ...headers, ...(traceparent !== undefined && { traceparent }) },
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

/** The result of a call; with `batch` that of all of its events. */
export interface EventResult extends CallResult {
  batch?: {
    events: number;
    /** One event of the call stands for its result in the health of the endpoint. */
    isFirst: boolean;
    /** When the call began and ended, and what varies the next try. So its events come due together. */
    at: Date;
    endedAt: Date;
    random: number;
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
  result: EventResult,
  tries: number,
  { retries }: Lease,
  { isVerification, now, random: ownRandom }: Ending,
): Date | null {
  const { batch } = result;
  const ended = batch?.endedAt ?? now();
  const random = batch ? () => batch.random : ownRandom;
  const wait = readRetryAfter(result.retryAfter, ended);
  if (isVerification) return nextPing(ended, tries, wait, random);
  return nextTry(ended, tries, wait, random, retries) ?? null;
}

export function completionOf(item: Item, lease: Lease, result: EventResult, ending: Ending): Completion {
  const { isOfReceiver, now } = ending;
  const tries = (item.retry?.tries ?? 0) + (isOfReceiver ? 0 : 1);
  const isDelivered = isSuccess(result);
  return {
    ...attemptOf(item),
    at: result.batch?.at ?? ending.at,
    status: result.status,
    ms: result.ms,
    enhanced: isEnhanced(item, lease),
    answer: result.answer,
    batch: result.batch?.events,
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
