import { recordHistory } from "../../core/history/index.ts";
import { findItem, itemKeyOf } from "../../core/items/index.ts";
import { lockStores, publishItemChanges } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer, holdRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { markListings } from "../listings/index.ts";
import type { DeleteCustomization, GetCustomization } from "./customizations.schema.ts";
import { type LockedRow, lockCustomizationSql } from "./customizations.sql.ts";
import { customizationNotFound, customizationWrite, presentCustomization } from "./internal/present-customization.ts";

/** Deletes one customization, by its id or by item and store, and publishes the changes. */
async function deleteOne(ctx: Context, retailerId: string, by: (string | null)[]): Promise<void> {
  await ctx.db.transaction({ retailerId, storeId: by.at(-1) }, async (tx) => {
    holdRetailer(tx, retailerId);
    const [removed] = await tx.query<LockedRow>(lockCustomizationSql, [retailerId, ...by]);
    if (!removed) throw customizationNotFound();
    checkVersion(ctx, removed.version);
    await tx.prisma.customization.deleteMany({ where: { retailerId, id: removed.id } });
    const storeIds = await lockStores(tx, retailerId, removed.storeId === null ? null : [removed.storeId]);
    const items = { storeIds, itemKeys: [removed.itemKey] };
    publishItemChanges(tx, retailerId, items, ctx.now());
    markListings(tx, retailerId, items, ctx.now());
    recordHistory(ctx, tx, [customizationWrite(retailerId, removed.itemKey, presentCustomization(removed), null)]);
  });
}

/** DELETE by id. @throws CustomizationNotFound, PreconditionFailed */
export async function deleteCustomization(ctx: Context, input: GetCustomization): Promise<void> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  if (!isId(input.customizationId)) throw customizationNotFound();
  await deleteOne(ctx, retailerId, [input.customizationId, null, null]);
}

interface Named {
  barcode: string;
  storeId: string | null;
}

function refused(message: string): DomainError {
  return new DomainError("MalformedRequest", message, {
    errors: [{ pointer: "?barcode", code: "InvalidValue", message }],
  });
}

/** The customization that the query or the body names; undefined: none. @throws MalformedRequest for a store without a barcode */
function namedBy({ barcode, storeId }: { barcode?: string; storeId?: string | null } = {}): Named | undefined {
  const name = barcode?.trim() ?? "";
  if (name !== "") return { barcode: name, storeId: storeId ?? null };
  if (storeId == null) return undefined;
  throw refused("Name the barcode with the storeId: one call deletes one customization.");
}

/** The customization that the call names, in its query or its body. @throws MalformedRequest */
function named({ body, ...query }: DeleteCustomization): Named {
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
