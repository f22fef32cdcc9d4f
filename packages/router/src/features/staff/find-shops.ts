import type { Context } from "../../kernel/context.ts";
import { shopsOf, staffOf } from "./internal/shops-of.ts";
import { type FindShops, MOST_SHOPS, type Shop } from "./staff.schema.ts";

/**
 * The first retailers of the signed-in person by name that have a text in their name.
 * @throws Unauthorized for callers other than staff
 */
export async function findShops(ctx: Context, { q }: FindShops): Promise<Shop[]> {
  return shopsOf(ctx, staffOf(ctx), MOST_SHOPS, q);
}
