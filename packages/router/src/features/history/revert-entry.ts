import { findRetailer, seesStore } from "../../access/find-retailer.ts";
import { isRevertible, isRuleChange } from "../../core/history/is-revertible.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { Customization } from "../customizations/customizations.schema.ts";
import { restoreEdits } from "../customizations/index.ts";
import { restoreRule } from "../rules/index.ts";
import type { RevertEntry } from "./history.schema.ts";

/**
 * The customization or the rule becomes what it was before the change.
 * @throws HistoryEntryNotFound; ChangedSince after a later edit; ValidationFailed for an entry that is not an edit
 */
export async function revertEntry(ctx: Context, input: RevertEntry): Promise<Customization | null> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const entry = isId(input.entryId)
    ? await ctx.db.prisma.historyEntry.findUnique({ where: { retailerId_id: { retailerId, id: input.entryId } } })
    : null;
  if (!entry || !seesStore(ctx.actor, retailerId, entry.storeId))
    throw new DomainError("HistoryEntryNotFound", "The retailer's history has no entry with this id.");
  if (isRuleChange(entry)) {
    await restoreRule(ctx, { ...entry, target: entry.target as { id: string | null } });
    return null;
  }
  if (!isRevertible(entry)) {
    const message = `Only edits of products and changes of rules can be undone; this entry is ${entry.action}.`;
    throw new DomainError("ValidationFailed", message);
  }
  const { storeId } = (entry.after ?? entry.before) as Customization;
  return ctx.db.transaction({ retailerId, storeId }, async (tx) => {
    const [restored] = await restoreEdits(ctx, tx, { retailerId, of: "history_id", id: entry.id });
    return restored?.after ?? null;
  });
}
