import { z } from "zod";

/** The actions in the history. */
export const historyActions = [
  "retailer.create",
  "retailer.update",
  "retailer.delete",
  "store.create",
  "store.update",
  "store.delete",
  "customization.create",
  "customization.update",
  "customization.delete",
  "channel.enable",
  "channel.update",
  "channel.rotate",
  "channel.redeliver",
  "channel.remove",
  "source.connect",
  "source.disconnect",
  "connection.save",
  "connection.remove",
  "stock.feed",
  "stock.expire",
  "products.feed",
  "member.invite",
  "member.cancel",
  "member.join",
  "member.update",
  "member.remove",
] as const;
export type HistoryAction = (typeof historyActions)[number];

/** The actor of a write: an API key, a store's upload key, a member of staff, or the service itself. */
export const HistoryActor = z.object({
  kind: z.enum(["key", "upload", "staff", "system"]),
  id: z.string().nullable(),
  name: z.string().nullable(),
});

export const HistoryTarget = z.object({
  type: z.enum([
    "retailer",
    "store",
    "customization",
    "channel",
    "source",
    "connection",
    "stock",
    "products",
    "member",
  ]),
  id: z.string().nullable(),
  storeId: z.string().nullable(),
  barcode: z.string().nullable(),
});
export type HistoryTarget = z.infer<typeof HistoryTarget>;

/** One write with the record before and after it. `before` is null for a new record, `after` is null for a removed record. */
export const HistoryEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: HistoryActor,
  action: z.enum(historyActions),
  target: HistoryTarget,
  before: z.record(z.string(), z.json()).nullable(),
  after: z.record(z.string(), z.json()).nullable(),
  requestId: z.string(),
  operationId: z.string().describe("All entries of one request share it"),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
