import { z } from "zod";
import { Page, pageOf } from "../paging.schema.ts";

const inStore = { retailerId: z.string(), storeId: z.string() };

export const deliveryStatuses = ["pending", "delivered", "failed", "superseded"] as const;
const DeliveryStatus = z.enum(deliveryStatuses, `must be one of ${deliveryStatuses.join(", ")}`);

/** The deliveries of a store, newest first; `q`: the beginning of a barcode, or a sequence. */
export const ListDeliveries = z.strictObject({
  ...inStore,
  page: Page,
  status: DeliveryStatus.optional(),
  action: z.string().max(100).optional(),
  q: z.string().max(64).optional(),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const GetDelivery = z.strictObject({ ...inStore, sequence: z.string() });
export type GetDelivery = z.infer<typeof GetDelivery>;

const summary = {
  sequence: z.int(),
  action: z.string(),
  barcode: z.string().nullable().describe("inventory.update: of the item"),
  status: DeliveryStatus.describe("superseded: a newer event of the same item was sent instead"),
  tries: z.int().describe("Calls made"),
  lastStatus: z.int().nullable().describe("HTTP status of the last call; null: no answer, or no call"),
  lastTryAt: z.string().nullable(),
  nextTryAt: z.string().nullable().describe("When it is sent again; null: not waiting for a time"),
  createdAt: z.string(),
};

/** An event, and what became of telling the receiver of it. */
export const Delivery = z.object(summary);
export type Delivery = z.infer<typeof Delivery>;
export const DeliveryPage = pageOf(Delivery);

/** A call, or (`durationMs` null) how a delivery ended without one. */
export const Attempt = z.object({
  try: z.int(),
  at: z.string(),
  status: z.int().nullable().describe("HTTP status; null: no answer"),
  durationMs: z.int().nullable(),
  outcome: z.enum(["delivered", "retrying", "failed", "superseded"]),
  answer: z.string().nullable().describe("The first KiB of the answer, or why there was none"),
});
export type Attempt = z.infer<typeof Attempt>;

/** A delivery with its request and every attempt. */
export const DeliveryDetail = z.object({
  ...summary,
  request: z.object({
    url: z.string().nullable().describe("The endpoint now; null: the channel was removed"),
    headers: z.record(z.string(), z.string()).describe("Of the last call, signed with the secret of now"),
    body: z.string(),
  }),
  attempts: z.array(Attempt),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;
