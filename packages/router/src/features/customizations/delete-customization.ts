import { recordHistory } from "../../core/history/index.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import { announceItems, lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { findRetailer, holdRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { markListings } from "../listings/index.ts";
import { customizationWrite } from "./customization-write.ts";
import type { DeleteCustomization, GetCustomization } from "./customizations.schema.ts";
import { customizationNotFound } from "./get-customization.ts";
import { type CustomizationRow, customizationColumns, presentCustomization } from "./present-customization.ts";

const remove = `
  DELETE FROM customization c
  WHERE retailer_id = $1 AND (customization_id = $2 OR (item_key = $3 AND store_id IS NOT DISTINCT FROM $4))
  RETURNING ${customizationColumns}, item_key AS "itemKey"`;

/** Removes what the condition names, and announces what comes back to light. */
async function removeOne(ctx: Context, retailerId: string, by: (string | null)[]): Promise<void> {
  await ctx.db.transaction({ retailerId, storeId: by.at(-1) }, async (tx) => {
    holdRetailer(tx, retailerId);
    const [removed] = await tx.query<CustomizationRow & { itemKey: string }>(remove, [retailerId, ...by]);
    if (!removed) throw customizationNotFound();
    checkVersion(ctx, removed.version);
    const storeIds = await lockStores(tx, retailerId, removed.storeId === null ? null : [removed.storeId]);
    const items = { storeIds, itemKeys: [removed.itemKey] };
    announceItems(tx, retailerId, items, ctx.now());
    markListings(tx, retailerId, items, ctx.now());
    recordHistory(ctx, tx, [customizationWrite(retailerId, removed.itemKey, presentCustomization(removed), null)]);
  });
}

/** DELETE by id. @throws CustomizationNotFound, PreconditionFailed */
export async function deleteCustomization(ctx: Context, input: GetCustomization): Promise<void> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  if (!isId(input.customizationId)) throw customizationNotFound();
  await removeOne(ctx, retailerId, [input.customizationId, null, null]);
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

/** What one place of the call names; undefined: nothing. @throws MalformedRequest for a store without a barcode */
function namedBy({ barcode, storeId }: { barcode?: string; storeId?: string | null } = {}): Named | undefined {
  const name = barcode?.trim() ?? "";
  if (name !== "") return { barcode: name, storeId: storeId ?? null };
  if (storeId == null) return undefined;
  throw refused("Name the barcode beside the storeId: a store's customizations are never deleted at once.");
}

/** What the call names, in its query or its body. @throws MalformedRequest */
function named({ body, ...query }: DeleteCustomization): Named {
  const [inQuery, inBody] = [namedBy(query), namedBy(body)];
  const found = inQuery ?? inBody;
  if (!found) throw refused("Name the barcode, as ?barcode=… or in a JSON body; all are never deleted at once.");
  if (inBody && (itemKeyOf(inBody.barcode) !== itemKeyOf(found.barcode) || inBody.storeId !== found.storeId)) {
    throw refused("Query and body name different customizations; send one of them.");
  }
  return found;
}

/** DELETE by barcode: without `storeId` the retailer-wide record alone (contract §4). @throws MalformedRequest, CustomizationNotFound, PreconditionFailed */
export async function deleteCustomizationOf(ctx: Context, input: DeleteCustomization): Promise<void> {
  const { barcode, storeId } = named(input);
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  if (storeId !== null && !isId(storeId)) throw customizationNotFound();
  await removeOne(ctx, retailerId, [null, itemKeyOf(sanitizeForPostgres(barcode)), storeId]);
}
