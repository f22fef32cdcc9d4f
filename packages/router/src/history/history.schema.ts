import { z } from "zod";
import { QueryTime } from "../body.schema.ts";
import { Customization } from "../customizations/customizations.schema.ts";
import { Page, pageOf } from "../paging.schema.ts";

/** What a write did (contract §4). */
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
  "stock.feed",
  "stock.expire",
  "products.feed",
] as const;
export type HistoryAction = (typeof historyActions)[number];

/** Who: an API key, a store's upload key, a member of the shop's staff, or the service itself. */
export const HistoryActor = z.object({
  kind: z.enum(["key", "upload", "staff", "system"]),
  id: z.string().nullable(),
  name: z.string().nullable(),
});

export const HistoryTarget = z.object({
  type: z.enum(["retailer", "store", "customization", "channel", "source", "stock", "products"]),
  id: z.string().nullable(),
  storeId: z.string().nullable(),
  barcode: z.string().nullable(),
});
export type HistoryTarget = z.infer<typeof HistoryTarget>;

/** One write: what it changed, from (null: it was not there) and to (null: it is gone). */
export const HistoryEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: HistoryActor,
  action: z.enum(historyActions),
  target: HistoryTarget,
  before: z.record(z.string(), z.json()).nullable(),
  after: z.record(z.string(), z.json()).nullable(),
  requestId: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
export const HistoryPage = pageOf(HistoryEntry);

/** The newest first. `actor`: a key's or a person's id. */
export const ListHistory = z.strictObject({
  retailerId: z.string(),
  page: Page,
  barcode: z.string().optional(),
  storeId: z.uuid("must be the id of a store").optional(),
  actor: z.string().max(100).optional(),
  action: z.enum(historyActions).optional(),
  since: QueryTime.optional(),
});
export type ListHistory = z.infer<typeof ListHistory>;

export const RevertEntry = z.strictObject({ retailerId: z.string(), entryId: z.string() });
export type RevertEntry = z.infer<typeof RevertEntry>;

/** The customization as it is now; null: there is none, as before the edit. */
export const Reverted = Customization.nullable();
