import type { SqlTx } from "@highstreet/db";
import { resolveChannel } from "../../../core/channels/index.ts";
import { entryValues } from "../../../core/history/index.ts";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { holdRetailer } from "../../../kernel/find-retailer.ts";
import { keepPlan } from "../../../kernel/kernel.sql.ts";
import { markListings } from "../../listings/index.ts";
import type { Edits } from "../customizations.schema.ts";
import { mergeItemsSql } from "../customizations.sql.ts";
import { checkChannels } from "./check-channels.ts";

/** The fields that one edit can set in many products. */
export type BulkEdits = Pick<Edits, "hidden" | "channels">;

/** The customizations of several items for all stores (`storeId` null), or for one store. */
export interface ItemsTarget {
  retailerId: string;
  storeId: string | null;
  itemKeys: string[];
}

/**
 * The same edit for several items, with set-based statements: about ten times as fast as `saveCustomization` for each item. A
 * customization that already has the values stays as it is.
 * @throws UnknownChannel, ChannelNotEnabledForStore, StoreNotFound
 */
export async function editItems(ctx: Context, tx: SqlTx, target: ItemsTarget, edits: BulkEdits): Promise<void> {
  const { retailerId, storeId, itemKeys } = target;
  const channels = edits.channels && [...new Set(edits.channels.map(resolveChannel))];
  holdRetailer(tx, retailerId);
  await checkChannels(tx, target, channels ?? []);
  tx.send(keepPlan);
  tx.send(mergeItemsSql(storeId === null), [
    ...entryValues(ctx, retailerId),
    ...[storeId, itemKeys, "hidden" in edits, edits.hidden ?? null, "channels" in edits, channels ?? null],
  ]);
  const storeIds = await lockStores(tx, retailerId, storeId === null ? null : [storeId]);
  if (storeId !== null && !storeIds.length) throw storeNotFound();
  publishItemChanges(tx, retailerId, { storeIds, itemKeys }, ctx.now());
  markListings(tx, retailerId, { storeIds, itemKeys }, ctx.now());
}
