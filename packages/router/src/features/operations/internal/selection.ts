import { createHash } from "node:crypto";
import type { SqlTx } from "@highstreet/db";
import { findItems } from "../../../core/items/index.ts";
import { findStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { selectProducts } from "../../inventory/index.ts";
import type { BulkFilter } from "../operations.schema.ts";

/** The token of the items of a filter. Other items, or another filter, have another token. */
export function selectionOf({ storeId, ...filter }: BulkFilter, itemKeys: string[]): string {
  const members = Object.entries({ ...filter, storeId: storeId?.toLowerCase() }).filter(
    ([, value]) => value !== undefined,
  );
  const hash = createHash("sha256").update(JSON.stringify(members.sort()));
  for (const key of itemKeys) hash.update(`\0${key}`);
  return hash.digest("base64url");
}

/** The keys of the products that a filter finds, in order. */
export async function selectItems(
  tx: SqlTx,
  retailerId: string,
  { barcodes, ...filter }: BulkFilter,
): Promise<string[]> {
  const found = await selectProducts(tx, retailerId, filter);
  if (!barcodes) return found;
  const items = await findItems(tx, { retailerId, storeId: filter.storeId }, barcodes);
  const named = new Set(items.map(({ itemKey }) => itemKey));
  return found.filter((key) => named.has(key));
}

/** The store of the filter; null: all stores. @throws StoreNotFound */
export async function storeOf(ctx: Context, retailerId: string, { storeId }: BulkFilter): Promise<string | null> {
  return storeId === undefined ? null : (await findStore(ctx, { retailerId, storeId })).storeId;
}
