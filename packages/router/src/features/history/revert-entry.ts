import { isRevertible } from "../../core/history/is-revertible.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import type { Customization } from "../customizations/customizations.schema.ts";
import { restoreEdits } from "../customizations/index.ts";
import type { RevertEntry } from "./history.schema.ts";

/**
 * Undoes an edit of a product. The customization becomes what it was before the edit.
 * @throws HistoryEntryNotFound; ChangedSince after a later edit; ValidationFailed for an entry that is not an edit
 */
export async function revertEntry(ctx: Context, input: RevertEntry): Promise<Customization | null> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const entry = isId(input.entryId)
    ? await ctx.db.prisma.historyEntry.findUnique({ where: { retailerId_id: { retailerId, id: input.entryId } } })
    : null;
  if (!entry) throw new DomainError("HistoryEntryNotFound", "The retailer's history has no entry with this id.");
  if (!isRevertible(entry)) {
    throw new DomainError("ValidationFailed", `Only edits of products can be undone; this entry is ${entry.action}.`);
  }
  const { storeId } = (entry.after ?? entry.before) as Customization;
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const [restored] = await restoreEdits(ctx, tx, { retailerId, of: "history_id", id: entry.id });
    return restored?.after ?? null;
  });
}
