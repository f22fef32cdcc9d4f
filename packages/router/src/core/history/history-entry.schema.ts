import { z } from "zod";
import { idOf } from "../../kernel/fields.schema.ts";

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
  "item.update",
  "channel.enable",
  "channel.update",
  "channel.rotate",
  "channel.redeliver",
  "channel.remove",
  "endpoint.create",
  "endpoint.update",
  "endpoint.rotate",
  "endpoint.redeliver",
  "endpoint.delete",
  "source.connect",
  "source.disconnect",
  "connection.save",
  "connection.remove",
  "stock.feed",
  "stock.undo",
  "stock.expire",
  "products.feed",
  "products.undo",
  "rule.create",
  "rule.update",
  "rule.delete",
  "rule.order",
  "shelf.update",
  "member.invite",
  "member.cancel",
  "member.join",
  "member.update",
  "member.remove",
] as const;
export type HistoryAction = (typeof historyActions)[number];

export const HistoryActor = z.object({
  kind: z
    .enum(["key", "upload", "staff", "system"])
    .describe("An API key, an upload key, a person at the console, or the service itself"),
  id: z.string().nullable().describe("Id of the key or person; null: the service"),
  name: z.string().nullable().describe("Name of the key or person at that time; null: none"),
  agent: z.string().optional().describe("The agent that called with the key, by its own account. Left out: none"),
});

export const HistoryTarget = z.object({
  type: z
    .enum([
      "retailer",
      "store",
      "customization",
      "item",
      "channel",
      "endpoint",
      "source",
      "connection",
      "stock",
      "products",
      "rule",
      "member",
    ])
    .describe("The kind of record"),
  id: z.string().nullable().describe("Id of the record; null: it has none of its own"),
  storeId: z.string().nullable().describe("UUID of its store; null: all stores, or no store"),
  barcode: z.string().nullable().describe("Barcode of its product; null: no product"),
});
export type HistoryTarget = z.infer<typeof HistoryTarget>;

/** One write with the record before and after it. `before` is null for a new record, `after` is null for a removed record. */
export const HistoryEntry = z.object({
  id: idOf("entry"),
  at: z.string().describe("When it was written, RFC 3339 in UTC"),
  actor: HistoryActor.describe("Who wrote"),
  action: z.enum(historyActions).describe("The kind of record and of write"),
  target: HistoryTarget.describe("What was written"),
  before: z.record(z.string(), z.json()).nullable().describe("The fields before the write; null: a new record"),
  after: z.record(z.string(), z.json()).nullable().describe("The fields after the write; null: a removed record"),
  requestId: z.string().describe("`X-Request-Id` of the call"),
  operationId: z.string().describe("All entries of one request share it"),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
