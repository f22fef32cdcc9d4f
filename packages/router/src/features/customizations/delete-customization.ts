import { findRetailer, holdRetailer } from "../../access/find-retailer.ts";
import { recordHistory, type Write } from "../../core/history/index.ts";
import { findItem, itemKeyOf } from "../../core/items/index.ts";
import { lockStores, publishItemChanges } from "../../core/log/index.ts";
import { settleItems } from "../../core/rules/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { markListings } from "../listings/index.ts";
import type { DeleteCustomization, GetCustomization } from "./customizations.schema.ts";
import { type LockedRow, lockCustomizationSql } from "./customizations.sql.ts";
import { customizationNotFound, presentCustomization } from "./read-customizations.ts";

async function deleteOne(ctx: Context, retailerId: string, by: (string | null)[]): Promise<void> {
  await ctx.db.transaction({ retailerId, storeId: by.at(-1) }, async (tx) => {
    await holdRetailer(tx, retailerId);
    const [removed] = await tx.query<LockedRow>(lockCustomizationSql, [retailerId, ...by]);
    if (!removed) throw customizationNotFound();
    checkVersion(ctx, removed.version);
    await tx.prisma.customization.deleteMany({ where: { retailerId, id: removed.id } });
    const stores = await lockStores(tx, retailerId, removed.storeId === null ? null : [removed.storeId]);
    const items = { storeIds: stores.map(({ storeId }) => storeId), itemKeys: [removed.itemKey] };
    await settleItems(tx, retailerId, { stores, itemKeys: items.itemKeys }, ctx.now());
    await publishItemChanges(tx, retailerId, items, ctx.now());
    await markListings(tx, retailerId, items, ctx.now());
    await recordHistory(ctx, tx, [removalOf(retailerId, removed)]);
  });
}

function removalOf(retailerId: string, removed: LockedRow): Write {
  const { id, storeId, barcode, itemKey } = removed;
  const target = { type: "customization", id, storeId, barcode } as const;
  return {
    retailerId,
    action: "customization.delete",
    target,
    itemKey,
    before: presentCustomization(removed),
    after: null,
  };
}

/** DELETE by id. @throws CustomizationNotFound, PreconditionFailed */
export async function deleteCustomization(ctx: Context, input: GetCustomization): Promise<void> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  if (!isId(input.customizationId)) throw customizationNotFound();
  await deleteOne(ctx, retailerId, [input.customizationId, null, null]);
}

interface RecordName {
  barcode: string;
  storeId: string | null;
}

function refused(message: string): DomainError {
  return new DomainError("MalformedRequest", message, {
    errors: [{ pointer: "?barcode", code: "InvalidValue", message }],
  });
}

/** undefined: none. @throws MalformedRequest for a store without a barcode */
function namedBy({ barcode, storeId }: { barcode?: string; storeId?: string | null } = {}): RecordName | undefined {
  const name = barcode?.trim() ?? "";
  if (name !== "") return { barcode: name, storeId: storeId ?? null };
  if (storeId == null) return undefined;
  throw refused("Name the barcode with the storeId: one call deletes one customization.");
}

/** @throws MalformedRequest */
function named({ body, ...query }: DeleteCustomization): RecordName {
  const [inQuery, inBody] = [namedBy(query), namedBy(body)];
  const found = inQuery ?? inBody;
  if (!found) throw refused("Name the barcode, as ?barcode=… or in a JSON body: one call deletes one customization.");
  if (inBody && (itemKeyOf(inBody.barcode) !== itemKeyOf(found.barcode) || inBody.storeId !== found.storeId)) {
    throw refused("Query and body name different customizations; send one of them.");
  }
  return found;
}

/**
 * DELETE by barcode. Without `storeId` it deletes only the customization for all stores.
 * @throws MalformedRequest, CustomizationNotFound, PreconditionFailed
 */
export async function deleteCustomizationOf(ctx: Context, input: DeleteCustomization): Promise<void> {
  const { barcode, storeId } = named(input);
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  if (storeId !== null && !isId(storeId)) throw customizationNotFound();
  const { itemKey } = await findItem(ctx.db, { retailerId, storeId }, barcode);
  await deleteOne(ctx, retailerId, [null, itemKey, storeId]);
}
