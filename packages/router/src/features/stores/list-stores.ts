import type { StoreRow } from "../../core/stores/index.ts";
import type { ListStores, StorePage } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { cursorToId, LOWEST_ID, readPage } from "../../kernel/paging.ts";
import { stores, storesOfExternalId } from "./list-stores.sql.ts";
import { presentStore } from "./present-store.ts";

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
        cursorToId(position) ?? LOWEST_ID,
        limit,
        ...(externalId === undefined ? [] : [externalId]),
      ];
      return ctx.db.query(position?.back ? statements.back : statements.forward, values);
    },
  );
  return { data: data.map(presentStore), ...neighbours };
}
