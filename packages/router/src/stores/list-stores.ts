import type { Context } from "../context.ts";
import { idOf } from "../id-position.ts";
import { readPage } from "../paging.ts";
import { findRetailer } from "../retailers/index.ts";
import { presentStore } from "./present-store.ts";
import { type StoreRow, storeColumns } from "./store-row.ts";
import type { ListStores, StorePage } from "./stores.schema.ts";

const page = (beyond: ">" | "<", order: "ASC" | "DESC"): string => `SELECT ${storeColumns} FROM store s
  WHERE s.retailer_id = $1 AND ($2::text IS NULL OR s.external_id = $2) AND ($3::uuid IS NULL OR s.store_id ${beyond} $3)
  ORDER BY s.store_id ${order} LIMIT $4`;

const forth = page(">", "ASC");
const back = page("<", "DESC");

/**
 * A page of a retailer's stores, the oldest first; `externalId` finds the one that has it.
 * @throws RetailerNotFound; MalformedRequest for a cursor that is not of this API
 */
export async function listStores(ctx: Context, input: ListStores): Promise<StorePage> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const { data, ...neighbours } = await readPage<StoreRow>(
    input.page,
    (store) => store.storeId,
    (position, limit) =>
      ctx.db.query(position?.back ? back : forth, [retailerId, input.externalId ?? null, idOf(position), limit]),
  );
  return { data: data.map(presentStore), ...neighbours };
}
