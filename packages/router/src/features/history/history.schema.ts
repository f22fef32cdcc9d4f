import { z } from "zod";
import { HistoryEntry, historyActions } from "../../core/history/history-entry.schema.ts";
import { QueryTime } from "../../kernel/body.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { Customization } from "../customizations/customizations.schema.ts";

export const HistoryPage = pageOf(HistoryEntry);

/** `actor` is the id of a key or of a member of staff. */
export const ListHistory = z.strictObject({
  retailerId: z.string(),
  page: Page,
  barcode: z.string().optional(),
  storeId: z.uuid("must be the id of a store").optional(),
  operationId: z.uuid("must be the id of an operation").optional(),
  actor: z.string().max(100).optional(),
  action: z.enum(historyActions).optional(),
  since: QueryTime.optional(),
});
export type ListHistory = z.infer<typeof ListHistory>;

export const RevertEntry = z.strictObject({ retailerId: z.string(), entryId: z.string() });
export type RevertEntry = z.infer<typeof RevertEntry>;

/** The current customization; null if there was none before the edit. */
export const Reverted = Customization.nullable();
