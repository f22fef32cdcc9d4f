import type { Tx } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import { announceItems, lockStores } from "../../core/log/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { holdRetailer } from "../../kernel/find-retailer.ts";
import { markListings } from "../listings/index.ts";
import { customizationWrite } from "./customization-write.ts";
import type { Customization } from "./customizations.schema.ts";
import { type CustomizationRow, customizationColumns, presentCustomization } from "./present-customization.ts";

const current = `SELECT ${customizationColumns} FROM customization
  WHERE retailer_id = $1 AND item_key = $2 AND store_id IS NOT DISTINCT FROM $3 FOR UPDATE`;

const remove =
  "DELETE FROM customization WHERE retailer_id = $1 AND item_key = $2 AND store_id IS NOT DISTINCT FROM $3";

const put = `
  INSERT INTO customization AS c (retailer_id, item_key, store_id, customization_id, barcode, hidden, channels, title, description,
                                  brand, image, version, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (retailer_id, item_key, store_id) DO UPDATE
  SET hidden = excluded.hidden, channels = excluded.channels, title = excluded.title, description = excluded.description,
      brand = excluded.brand, image = excluded.image, version = excluded.version, updated_at = excluded.updated_at
  -- Where there was none, nobody held it: one that came meanwhile is not this change's.
  WHERE $15::boolean
  RETURNING ${customizationColumns}`;

const changedSince = (now: CustomizationRow | undefined): DomainError =>
  new DomainError("ChangedSince", "The record was changed since; edit it as it is now.", {
    current: now ? presentCustomization(now) : null,
  });

/**
 * Puts a customization back to what it was before a change (null: removes it), if it still is what the change made it.
 * @throws ChangedSince, StoreNotFound
 */
export async function restoreCustomization(
  ctx: Context,
  tx: Tx,
  change: { retailerId: string; before: Customization | null; after: Customization | null },
): Promise<Customization | null> {
  const { retailerId, before, after } = change;
  const { storeId, barcode } = before ?? after ?? { storeId: null, barcode: "" };
  const itemKey = itemKeyOf(barcode);
  const key = [retailerId, itemKey, storeId];
  holdRetailer(tx, retailerId);
  const [now] = await tx.query<CustomizationRow>(current, key);
  if (now?.version !== after?.version || now?.id !== after?.id) throw changedSince(now);
  let restored: Customization | null = null;
  if (before) {
    const { id, hidden, channels, title, description, brand, image, createdAt } = before;
    const version = Math.max(before.version, now?.version ?? 0) + 1;
    const [row] = await tx.query<CustomizationRow>(put, [
      ...[...key, id, barcode, hidden, channels, title, description, brand, image, version],
      ...[createdAt, ctx.now(), now !== undefined],
    ]);
    if (!row) throw changedSince((await tx.query<CustomizationRow>(current, key))[0]);
    restored = presentCustomization(row);
  } else {
    await tx.query(remove, key);
  }
  const storeIds = await lockStores(tx, retailerId, storeId === null ? null : [storeId]);
  if (storeId !== null && !storeIds.length) throw storeNotFound();
  const items = { storeIds, itemKeys: [itemKey] };
  announceItems(tx, retailerId, items, ctx.now());
  markListings(tx, retailerId, items, ctx.now());
  recordHistory(ctx, tx, [customizationWrite(retailerId, itemKey, after, restored)]);
  return restored;
}
