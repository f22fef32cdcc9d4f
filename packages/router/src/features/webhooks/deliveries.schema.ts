import { z } from "zod";
import { eventActions } from "../../core/log/events.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";

export const summaryPeriods = ["24h", "7d"] as const;

/** Asks for a summary of the calls to the endpoint of a store. `period` ends now and includes the current, incomplete hour. */
export const SummarizeDeliveries = z.strictObject({
  retailerId: z.string(),
  storeId: z.string(),
  period: z.enum(summaryPeriods, `must be one of ${summaryPeriods.join(", ")}`).default("24h"),
});
export type SummarizeDeliveries = z.output<typeof SummarizeDeliveries>;

const calls = {
  delivered: z.int().describe("Calls answered with a 2xx in time"),
  failed: z.int().describe("All other calls"),
  medianMs: z.int().nullable().describe("Half of the calls took this long at most; null: no calls"),
  p95Ms: z.int().nullable().describe("19 of 20 calls took this long at most; null: no calls"),
};

/** Counts calls, not events. An event with three tries counts three times, and an event without a call does not count. */
export const DeliverySummary = z.object({
  ...calls,
  isWhole: z.boolean().describe("false: there were more calls; the newest of them are counted"),
  hours: z.array(z.object({ at: z.string().describe("When the hour began"), ...calls })).describe("Oldest first, all"),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

const inStore = { retailerId: z.string(), storeId: z.string() };

export const deliveryStatuses = ["pending", "delivered", "failed", "superseded"] as const;
export const DeliveryStatus = z.enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(", ")}`);

/** The deliveries of a store, newest first; `q`: the beginning of a barcode, or a sequence. */
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

/** Why a delivery ended without a call. */
export const endReasons = ["superseded", "channel_removed", "expired"] as const;
export type EndReason = (typeof endReasons)[number];
const reason = z
  .enum(endReasons)
  .nullable()
  .describe(
    "Why it ended without a call. superseded: a newer event of the same item, source or channel exists. channel_removed: the webhooks channel was removed. expired: it waited for 30 days. null: it waits, or ended with a call",
  );

const summary = {
  sequence: z.int(),
  action: z.string(),
  barcode: z.string().nullable().describe("inventory.update: of the item"),
  status: DeliveryStatus.describe("superseded: a newer event of the same item was sent instead"),
  reason,
  tries: z.int().describe("Calls made"),
  lastStatus: z.int().nullable().describe("HTTP status of the last call; null: no answer, or no call"),
  lastTryAt: z.string().nullable(),
  nextTryAt: z.string().nullable().describe("When it is sent again; null: not waiting for a time"),
  createdAt: z.string(),
};

/** An event, and the result of sending it to the receiver. */
export const Delivery = z.object(summary);
export type Delivery = z.infer<typeof Delivery>;
export const DeliveryPage = pageOf(Delivery);

/** A call. With `durationMs` null: the end of a delivery without a call. */
export const Attempt = z.object({
  try: z.int(),
  at: z.string(),
  status: z.int().nullable().describe("HTTP status; null: no answer"),
  durationMs: z.int().nullable(),
  url: z.string().nullable().describe("The endpoint called; null: no call was made, or it was before this was kept"),
  outcome: z.enum(["delivered", "retrying", "failed", "superseded"]),
  answer: z
    .string()
    .nullable()
    .describe("The first KiB of the receiver's answer, or why it gave none; null: no call was made"),
  reason,
});
export type Attempt = z.infer<typeof Attempt>;

/** A delivery with its last call and every attempt. */
export const DeliveryDetail = z.object({
  ...summary,
  request: z
    .object({
      url: z.string().nullable().describe("null: the call was made before this was kept"),
      headers: z
        .record(z.string(), z.string().nullable())
        .describe(
          "A signature is null when the endpoint or its secret was replaced or removed since: old secrets are not kept",
        ),
      body: z.string().describe("The same on every try"),
    })
    .nullable()
    .describe("The last call as it was sent; null: none was made yet"),
  attempts: z.array(Attempt),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;
