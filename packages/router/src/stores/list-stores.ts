import type { Context } from "../context.ts";
import { idOf, LOWEST_ID } from "../id-position.ts";
import { readPage } from "../paging.ts";
import { findRetailer } from "../retailers/index.ts";
import { stores, storesOfExternalId } from "./list-stores.sql.ts";
import { presentStore } from "./present-store.ts";
import type { StoreRow } from "./store-row.ts";
import type { ListStores, StorePage } from "./stores.schema.ts";

/**
 * A page of a retailer's stores, the oldest first; `externalId` finds the one that has it.
 * @throws RetailerNotFound; MalformedRequest for a cursor that is not of this API
 */
export async function listStores(ctx: Context, input: ListStores): Promise<StorePage> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { externalId } = input;
  const statements = externalId === undefined ? stores : storesOfExternalId;
  const { data, ...neighbours } = await readPage<StoreRow>(
    input.page,
    (store) => store.storeId,
    (position, limit) => {
      const values = [
        retailerId,
        idOf(position) ?? LOWEST_ID,
        limit,
        ...(externalId === undefined ? [] : [externalId]),
      ];
      return ctx.db.query(position?.back ? statements.back : statements.forward, values);
    },
  );
  return { data: data.map(presentStore), ...neighbours };
}
