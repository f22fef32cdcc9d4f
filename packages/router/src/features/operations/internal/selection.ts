import { createHash } from "node:crypto";
import { findStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { ProductFilter } from "../../inventory/find-products.schema.ts";

/** The token of the items of a filter. Other items, or another filter, have another token. */
export function selectionOf({ storeId, ...filter }: ProductFilter, itemKeys: string[]): string {
  const members = Object.entries({ ...filter, storeId: storeId?.toLowerCase() }).filter(
    ([, value]) => value !== undefined,
  );
  const hash = createHash("sha256").update(JSON.stringify(members.sort()));
  for (const key of itemKeys) hash.update(`\0${key}`);
  return hash.digest("base64url");
}

/** The store of the filter; null: all stores. @throws StoreNotFound */
export async function storeOf(ctx: Context, retailerId: string, { storeId }: ProductFilter): Promise<string | null> {
  return storeId === undefined ? null : (await findStore(ctx, { retailerId, storeId })).storeId;
}
