import type { Tx } from "@highstreet/db";
import { recordHistory } from "../../../core/history/index.ts";
import { itemKeyOf } from "../../../core/items/index.ts";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { holdRetailer } from "../../../kernel/find-retailer.ts";
import { markListings } from "../../listings/index.ts";
import type { Customization } from "../customizations.schema.ts";
import {
  type CustomizationRow,
  type LockedRow,
  lockCustomizationSql,
  restoreCustomizationSql,
} from "../customizations.sql.ts";
import { customizationWrite, presentCustomization } from "./present-customization.ts";

const changedSince = (now: CustomizationRow | undefined): DomainError =>
  new DomainError("ChangedSince", "The record has changed since. Edit its current version.", {
    current: now ? presentCustomization(now) : null,
  });

/**
 * Restores a customization to its state before a change; null: deletes it. The customization must still be as after the change.
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
  const read = () => tx.query<LockedRow>(lockCustomizationSql, [retailerId, null, itemKey, storeId]);
  const [now] = await read();
  if (now?.version !== after?.version || now?.id !== after?.id) throw changedSince(now);
  let restored: Customization | null = null;
  if (before) {
    const { id, hidden, channels, title, description, brand, image, createdAt } = before;
    const version = Math.max(before.version, now?.version ?? 0) + 1;
    const [row] = await tx.query<CustomizationRow>(restoreCustomizationSql, [
      ...[...key, id, barcode, hidden, channels, title, description, brand, image, version],
      ...[createdAt, ctx.now(), now !== undefined],
    ]);
    if (!row) throw changedSince((await read())[0]);
    restored = presentCustomization(row);
  } else {
    await tx.prisma.customization.deleteMany({ where: { retailerId, itemKey, storeId } });
  }
  const storeIds = await lockStores(tx, retailerId, storeId === null ? null : [storeId]);
  if (storeId !== null && !storeIds.length) throw storeNotFound();
  const items = { storeIds, itemKeys: [itemKey] };
  publishItemChanges(tx, retailerId, items, ctx.now());
  markListings(tx, retailerId, items, ctx.now());
  recordHistory(ctx, tx, [customizationWrite(retailerId, itemKey, after, restored)]);
  return restored;
}
