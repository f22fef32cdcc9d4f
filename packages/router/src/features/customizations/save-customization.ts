import type { SqlTx } from "@highstreet/db";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { holdRetailer } from "../../kernel/find-retailer.ts";
import type { Customization, Edits } from "./customizations.schema.ts";
import { mergeCustomization, type Target } from "./merge-customization.ts";
import { presentCustomization } from "./present-customization.ts";
import { settleCustomizations } from "./settle-customizations.ts";

/**
 * Creates or edits a customization, and announces what it shows or hides: the one home of editing (PATCH, POST, console).
 * @throws UnknownChannel, ChannelNotEnabledForStore, IncompleteCustomData, ValidationFailed, StoreNotFound
 */
export async function saveCustomization(
  ctx: Context,
  tx: SqlTx,
  target: Target,
  edits: Edits,
): Promise<{ created: boolean; customization: Customization }> {
  const { retailerId, storeId } = target;
  holdRetailer(tx, retailerId);
  const [merged, storeIds] = await Promise.all([
    mergeCustomization(ctx, tx, target, edits),
    lockStores(tx, retailerId, storeId === null ? null : [storeId]),
  ]);
  await settleCustomizations(ctx, tx, { retailerId, storeIds }, [merged]);
  return { created: merged.record.previous === null, customization: presentCustomization(merged.record) };
}
