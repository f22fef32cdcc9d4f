import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";

/** What an edit applies to: all stores of a retailer (`storeId` null), or one. @throws RetailerNotFound, StoreNotFound */
export async function findScope(
  ctx: Context,
  input: { retailerId: string; storeId?: string },
): Promise<{ retailerId: string; storeId: string | null }> {
  if (input.storeId === undefined) {
    const { retailerId } = await findRetailer(ctx, input.retailerId);
    return { retailerId, storeId: null };
  }
  const { retailerId, storeId } = await findStore(ctx, { retailerId: input.retailerId, storeId: input.storeId });
  return { retailerId, storeId };
}
