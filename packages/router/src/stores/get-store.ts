import type { Context } from "../context.ts";
import { findStore } from "./find-store.ts";
import { presentStore } from "./present-store.ts";
import type { Store, StoreIds } from "./stores.schema.ts";

/**
 * One store.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getStore(ctx: Context, input: StoreIds): Promise<Store> {
  return presentStore(await findStore(ctx, input));
}
