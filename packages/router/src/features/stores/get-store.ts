import { findStore } from "../../core/stores/index.ts";
import type { Store, StoreIds } from "../../core/stores/stores.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { presentStore } from "./internal/present-store.ts";

/**
 * One store.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getStore(ctx: Context, input: StoreIds): Promise<Store> {
  return presentStore(await findStore(ctx, input));
}
