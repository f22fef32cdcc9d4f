import { one, type Sql, type SqlTx } from "@highstreet/db";
import { shopTime } from "../../../access/find-retailer.ts";
import type { NotShownIn } from "../../../core/channels/channel.schema.ts";
import { resolveChannel } from "../../../core/channels/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { joinByKeys, joinWhole } from "../../../kernel/kernel.sql.ts";
import type { Edits } from "../customizations.schema.ts";
import { countOwnSql, type PlannedRow, planEditSql, searchFields } from "../customizations.sql.ts";
import { checkChannels } from "./check-edits.ts";
import { cleaned, saveEdits, valuesOf, withLimits } from "./save-edits.ts";

export type BulkEdits = Pick<Edits, "hidden" | "hiddenUntil" | "channels" | "for"> & { brand?: string | undefined };

/** All stores: `storeId` null. */
export interface ItemsTarget {
  retailerId: string;
  storeId: string | null;
  itemKeys: string[];
}

interface EditPlan {
  planned: PlannedRow[];
  /** Number of stores with own values that the edit removes. */
  replaced: number;
  notShownIn: NotShownIn | undefined;
}

/** @throws UnknownChannel, ChannelNotEnabledForStore, ValidationFailed for a limit that cannot be */
export async function planEdit(tx: SqlTx, target: ItemsTarget, given: BulkEdits, now: Date): Promise<EditPlan> {
  const { retailerId, storeId, itemKeys } = target;
  const limited = withLimits(given, given.hiddenUntil ? await shopTime(tx, retailerId, now) : now, "/edit");
  const edits = cleaned(limited, undefined, "/edit");
  const { hidden = null, brand = null } = edits;
  const channels = edits.channels ? [...new Set(edits.channels.map(resolveChannel))] : null;
  const notShownIn = await checkChannels(tx, target, channels ?? []);
  const values = valuesOf(edits);
  const search = searchFields.filter((field) => field in values);
  await tx.execute(joinWhole);
  const planned = await tx.query<PlannedRow>(planEditSql(storeId === null, search), [
    retailerId,
    storeId,
    itemKeys,
    "hidden" in edits,
    hidden,
    "channels" in edits,
    channels,
    brand,
    ...(search.length ? [JSON.stringify(values)] : []),
  ]);
  await tx.execute(joinByKeys);
  if (storeId !== null) return { planned, replaced: 0, notShownIn };
  return { planned, replaced: await countOwn(tx, { retailerId, itemKeys }, edits), notShownIn };
}

/** The number of stores with own settings that an edit for all stores removes, and that it or the inherited ones do not equal. */
export async function countOwn(
  sql: Sql,
  { retailerId, itemKeys }: Pick<ItemsTarget, "retailerId" | "itemKeys">,
  edits: Pick<Edits, "hidden" | "hiddenUntil" | "hiddenWhile" | "channels">,
): Promise<number> {
  const kept = edits.hiddenUntil || edits.hiddenWhile ? null : (edits.hidden ?? null);
  const channels = edits.channels ? [...new Set(edits.channels.map(resolveChannel))] : null;
  const values = [retailerId, itemKeys, "hidden" in edits, "channels" in edits, kept, channels];
  return one(await sql.query<{ count: number }>(countOwnSql, values)).count;
}

/** Leaves out items that no store has. @throws the errors of `saveEdits` */
export async function editItems(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId, itemKeys }: ItemsTarget,
  edits: BulkEdits,
): Promise<void> {
  const clean = cleaned(edits);
  const all = itemKeys.map((itemKey) => ({ itemKey, storeId, barcode: null, edits: clean }));
  // A brand may wait for the title of its product.
  await saveEdits(ctx, tx, retailerId, all, { skipsTitles: true });
}

export interface ItemEdits {
  barcode: string;
  edits: Edits;
}

/**
 * Makes an edit of each item. A title that has vanished since the check of the caller does not stop the others.
 * @throws the errors of `saveEdits`, without IncompleteCustomData
 */
export async function editEachItem(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId, itemKeys }: ItemsTarget,
  items: ItemEdits[],
): Promise<void> {
  const all = items.map((item, n) => ({ ...item, itemKey: itemKeys[n] as string, storeId }));
  await saveEdits(ctx, tx, retailerId, all, { skipsTitles: true });
}
