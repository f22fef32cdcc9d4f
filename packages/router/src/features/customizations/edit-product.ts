import type { SqlTx } from "@highstreet/db";
import { mustBe } from "../../access/find-retailer.ts";
import { findItem, type NamedItem, productNotFound } from "../../core/items/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerNotFound } from "../../kernel/errors.ts";
import { isId, storeKeyOf } from "../../kernel/ids.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import type { Edited, EditProduct } from "./customizations.schema.ts";
import { type CustomizationRow, customizationOfSql, type EditableRow, editableSql } from "./customizations.sql.ts";
import { checkSameStore } from "./internal/check-edits.ts";
import { changedOnly, readEditStates } from "./internal/compare-edits.ts";
import { cleaned, saveEdits } from "./internal/save-edits.ts";
import { presentCustomization } from "./read-customizations.ts";

interface Target extends NamedItem {
  retailerId: string;
  storeId: string | null;
}

/**
 * Edits a product for all stores, or for one store. Values that GET of the address answers are no edits.
 * @throws RetailerNotFound, StoreNotFound, ProductNotFound, in this order; PreconditionFailed; the errors of `saveEdits`
 */
export async function editProduct(ctx: Context, input: EditProduct): Promise<Edited> {
  if (!isId(input.retailerId)) throw retailerNotFound();
  const retailerId = input.retailerId.toLowerCase();
  const storeId = input.storeId === undefined ? null : storeKeyOf({ retailerId, storeId: input.storeId.toLowerCase() });
  const target: Target = { retailerId, storeId, ...(await findItem(ctx.db, { retailerId, storeId }, input.barcode)) };
  const { storeId: sentBack, isRecord, ...given } = input.body;
  const asked = input.ifVersion === undefined ? ctx : { ...ctx, ifMatch: new Set([input.ifVersion]) };
  return ctx.db.sqlTransaction(target, async (tx) => {
    const [, , [state]] = await Promise.all([
      tx.keepPlans(),
      checkEditable(ctx, tx, target),
      readEditStates(tx, target, [target.itemKey]),
    ]);
    checkSameStore(storeId, sentBack);
    const edits = changedOnly(target, state, given, isRecord);
    if (!Object.keys(edits).length) return readUnedited(asked, tx, target);
    const [saved] = await saveEdits(asked, tx, retailerId, [{ ...target, edits: cleaned(edits) }]);
    return saved?.customization ?? readUnedited(asked, tx, target);
  });
}

/** Until the transaction ends, no other call edits the item. */
async function checkEditable(ctx: Context, tx: SqlTx, { retailerId, storeId, itemKey }: Target): Promise<void> {
  const owning = mustBe(ctx.actor, retailerId);
  if (owning === undefined) throw retailerNotFound();
  const { partnerId = null, isTest = null } = owning === "any" ? {} : owning;
  const values = [retailerId, itemKey, partnerId, isTest];
  const [found] = await (storeId === null
    ? tx.query<EditableRow>(editableSql.inAnyStore, values)
    : tx.query<EditableRow>(editableSql.inStore, [...values, storeId]));
  if (!found) throw retailerNotFound();
  if (!found.hasStore) throw storeNotFound();
  if (!found.hasItem) throw productNotFound();
}

async function readUnedited(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId, itemKey, barcode }: Target,
): Promise<Edited> {
  const [row] = await tx.query<CustomizationRow>(customizationOfSql, [retailerId, itemKey, storeId]);
  checkVersion(ctx, row?.version ?? 0);
  if (row) return presentCustomization(row);
  const now = ctx.now().toISOString();
  return {
    id: null,
    barcode,
    storeId,
    hidden: null,
    hiddenUntil: null,
    hiddenWhile: null,
    channels: null,
    title: null,
    description: null,
    brand: null,
    image: null,
    for: null,
    createdAt: now,
    updatedAt: now,
    version: 0,
  };
}
