import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { canAccessRetailer, retailerNotFound } from "../../kernel/find-retailer.ts";
import { isId, storeKeyOf } from "../../kernel/ids.ts";
import type { StoreRow } from "./store-row.ts";
import { selectStore } from "./stores.sql.ts";

type Found = (StoreRow | { [Column in keyof StoreRow]: null }) & { owner: string; partnerId: string };

/** The same error for a missing store and for a store of another retailer. */
export function storeNotFound(): DomainError {
  return new DomainError("StoreNotFound", "The retailer has no store with this id.");
}

/**
 * The tenancy gate of a store and all of its data. Returns the store's row if the actor may access its retailer.
 * Uses one SQL statement, because a till's PATCH calls it.
 * @throws RetailerNotFound before StoreNotFound, also for ids that are not UUIDs
 */
export async function findStore(ctx: Context, ids: { retailerId: string; storeId: string }): Promise<StoreRow> {
  if (!isId(ids.retailerId)) throw retailerNotFound();
  const [row] = await ctx.db.query<Found>(selectStore, [ids.retailerId, storeKeyOf(ids)]);
  if (!row || !canAccessRetailer(ctx.actor, { retailerId: row.owner, partnerId: row.partnerId }))
    throw retailerNotFound();
  if (row.storeId === null) throw storeNotFound();
  const { owner: _owner, partnerId: _partnerId, ...store } = row;
  return store;
}
