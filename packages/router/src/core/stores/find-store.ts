import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import { type StoreRow, storeColumns } from "./store-row.ts";

const byIds = `SELECT ${storeColumns}, r.retailer_id AS "owner", r.partner_id AS "partnerId"
  FROM retailer r LEFT JOIN store s ON s.retailer_id = r.retailer_id AND s.store_id = $2
  WHERE r.retailer_id = $1`;

type Found = (StoreRow | { [Column in keyof StoreRow]: null }) & { owner: string; partnerId: string };

/** What is said of a store that is not there, or belongs to another retailer. */
export function storeNotFound(): DomainError {
  return new DomainError("StoreNotFound", "The retailer has no store with this id.");
}

/**
 * The tenancy gate of everything below a store: the store's row, if the actor may see its retailer. One statement.
 * @throws RetailerNotFound before StoreNotFound, also for ids that are no UUIDs
 */
export async function findStore(ctx: Context, ids: { retailerId: string; storeId: string }): Promise<StoreRow> {
  if (!isId(ids.retailerId)) throw retailerNotFound();
  const storeId = isId(ids.storeId) ? ids.storeId : null;
  const [row] = await ctx.db.query<Found>(byIds, [ids.retailerId, storeId]);
  if (!row || !canAccessRetailer(ctx.actor, { retailerId: row.owner, partnerId: row.partnerId }))
    throw retailerNotFound();
  if (row.storeId === null) throw storeNotFound();
  const { owner: _owner, partnerId: _partnerId, ...store } = row;
  return store;
}
