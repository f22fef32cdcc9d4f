import { z } from "zod";
import { ChannelRecord } from "../../core/channels/channel.schema.ts";
import { eventActions } from "../../core/log/events.schema.ts";
import { bodyOf, time } from "../../kernel/body.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { Secret } from "../channels/channels.schema.ts";

const inStore = { retailerId: z.string(), storeId: z.string() };

export const summaryPeriods = ["24h", "7d"] as const;

/** `period` ends now and includes the current, incomplete hour. */
export const SummarizeDeliveries = z.strictObject({
  ...inStore,
  period: z.enum(summaryPeriods, `must be one of ${summaryPeriods.join(", ")}`).default("24h"),
});
export type SummarizeDeliveries = z.output<typeof SummarizeDeliveries>;

const calls = {
  delivered: z.int().describe("Calls answered with a 2xx in time"),
  failed: z.int().describe("All other calls"),
  medianMs: z.int().nullable().describe("Half of the calls took this long at most; null: no calls"),
  p95Ms: z.int().nullable().describe("19 of 20 calls took this long at most; null: no calls"),
};

/** Counts calls, not events. */
export const DeliverySummary = z.object({
  ...calls,
  isWhole: z.boolean().describe("false: there were more calls; the newest of them are counted"),
  hours: z.array(z.object({ at: z.string().describe("When the hour began"), ...calls })).describe("Oldest first, all"),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

export const deliveryStatuses = ["pending", "delivered", "failed", "superseded"] as const;
export const DeliveryStatus = z.enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(", ")}`);

/** `q`: the beginning of a barcode, or a sequence. */
export const ListDeliveries = z.strictObject({
  ...inStore,
  page: Page,
  status: DeliveryStatus.optional(),
  action: z.enum(eventActions, `must be one of ${eventActions.join(", ")}`).optional(),
  q: z.string().max(200).optional(),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const GetDelivery = z.strictObject({ ...inStore, sequence: z.string() });
export type GetDelivery = z.infer<typeof GetDelivery>;

export const endReasons = ["superseded", "channel_removed", "expired"] as const;
export type EndReason = (typeof endReasons)[number];
const ends =
  "Why it ended without a call. superseded: a newer event of the same item, source or channel exists. channel_removed: the webhooks channel was removed. expired: it waited for 30 days.";

const summary = {
  sequence: z.int().describe("Position of the event in the store's log, as in `X-Webhook-Sequence`"),
  action: z.string().describe("The kind of event, such as `inventory.update`"),
  barcode: z.string().nullable().describe("inventory.update: of the item"),
  status: DeliveryStatus.describe(
    "`pending`: it waits or is under way. `delivered`: a 2xx. `failed`: four calls failed, 30 days passed, or the channel was removed. `superseded`: a newer event of the same item was sent instead",
  ),
  reason: z
    .enum([...endReasons, "receiver_down"])
    .nullable()
    .describe(
      `${ends} receiver_down: it waits, because the server of the address does not answer any store. null: it waits for its turn or its time, or ended with a call`,
    ),
  tries: z.int().describe("Calls made"),
  lastStatus: z.int().nullable().describe("HTTP status of the last call; null: no answer, or no call"),
  lastTryAt: z.string().nullable().describe("Time of the last call, RFC 3339 in UTC; null: no call yet"),
  nextTryAt: z
    .string()
    .nullable()
    .describe(
      "When it is sent again: 30 seconds, 5 minutes and 30 minutes after a failed call, ±10 %; null: not waiting for a time",
    ),
  createdAt: z.string().describe("When the change was made, RFC 3339 in UTC"),
};

export const Delivery = z.object(summary);
export type Delivery = z.infer<typeof Delivery>;
export const DeliveryPage = pageOf(Delivery);

/** With `durationMs` null: the end of a delivery without a call. */
export const Attempt = z.object({
  try: z.int().describe("Number of the call of this event, from 1"),
  at: z.string().describe("When the call began, RFC 3339 in UTC"),
  status: z.int().nullable().describe("HTTP status; null: no answer"),
  durationMs: z
    .int()
    .nullable()
    .describe("From the start of the call to its end, in milliseconds; null: no call was made"),
  url: z.string().nullable().describe("The endpoint called; null: no call was made, or it was before this was kept"),
  outcome: z
    .enum(["delivered", "retrying", "failed", "superseded"])
    .describe("`retrying`: another call follows. `failed`: none does. `superseded`: a newer event of the item exists"),
  answer: z
    .string()
    .nullable()
    .describe("The first KiB of the receiver's answer, or why it gave none; null: no call was made"),
  reason: z.enum(endReasons).nullable().describe(`${ends} null: a call was made`),
});
export type Attempt = z.infer<typeof Attempt>;

export const DeliveryDetail = z.object({
  ...summary,
  request: z
    .object({
      url: z.string().nullable().describe("null: the call was made before this was kept"),
      headers: z
        .record(z.string(), z.string().nullable())
        .describe(
          "A signature is null when the endpoint or its secret was replaced or removed since: old secrets are not kept. Of a batch, neither its id nor its signatures are here",
        ),
      body: z.string().describe("The same on every try. Of a batch, the part of this event"),
    })
    .nullable()
    .describe("The last call as it was sent; null: none was made yet"),
  attempts: z.array(Attempt).describe("All calls, the oldest first"),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const RotateSecret = z.strictObject({
  ...inStore,
  body: bodyOf({
    secret: Secret,
    immediate: z.boolean().default(false).describe("true: the secret before ends at once, not in 24 hours"),
  }),
});
export const sequenceOf = z.int("must be the sequence of an event").min(1, "must be the sequence of an event");

/** The range begins at a sequence or at a time. */
export const RedeliverRange = z.strictObject({
  ...inStore,
  body: bodyOf({
    from: sequenceOf.optional().describe("The first sequence. Required without `since`"),
    since: time("2026-01-31T09:00:00Z").optional().describe("Instead of `from`: the time of the first event"),
    to: sequenceOf.optional().describe("The last one; default: the newest"),
    status: DeliveryStatus.optional().describe("Those of this status alone"),
  })
    .refine(({ from, since }) => from !== undefined || since !== undefined, {
      path: ["from"],
      message: "is required, or send since",
    })
    .refine(({ from, since }) => from === undefined || since === undefined, {
      path: ["since"],
      message: "cannot be sent together with from",
    })
    .refine(({ from, to }) => to === undefined || from === undefined || to >= from, {
      path: ["to"],
      message: "must not be less than from",
    }),
});
export type RedeliverRange = z.infer<typeof RedeliverRange>;

export const Redelivered = z.object({
  queued: z.int().describe("Deliveries that are sent again, now"),
  superseded: z.int().describe("Left out, as a newer event of the same item, source or channel is known"),
});
export type Redelivered = z.infer<typeof Redelivered>;

export const OfEndpoint = z.strictObject(inStore);
export type OfEndpoint = z.infer<typeof OfEndpoint>;

export const EndpointHealth = z.object({
  isFailing: z.boolean().describe("Whether the last call of a verified endpoint failed"),
  failures: z
    .int()
    .describe("Failed calls in a row up to the last call; 0: the last call was accepted, or there was none"),
  failingSince: z.string().nullable().describe("Time of the first of these calls; null: none failed"),
});
export type EndpointHealth = z.infer<typeof EndpointHealth>;

export const TestAnswer = z.object({
  ok: z.boolean().describe("A 2xx, in time"),
  status: z.int().nullable().describe("HTTP status; null: no answer"),
  durationMs: z.int().describe("From the start of the call to its end, in milliseconds"),
  answer: z.string().nullable().describe("The first KiB of the answer; null: none"),
  error: z.string().nullable().describe("Why there was no answer"),
});
export type TestAnswer = z.infer<typeof TestAnswer>;

export type RotateSecret = z.infer<typeof RotateSecret>;

/** `previousSecretUntil` is the end of the previous secret. */
export const RotatedChannel = ChannelRecord;
