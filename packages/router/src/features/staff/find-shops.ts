import type { Context } from "../../kernel/context.ts";
import { personOf } from "../../kernel/unauthorized.ts";
import { shopsOf } from "./internal/shops-of.ts";
import { type FindShops, MOST_SHOPS, type Shop } from "./staff.schema.ts";

/**
 * The first retailers of the signed-in person by name that have a text in their name.
 * @throws Unauthorized for nobody; InsufficientScope for keys
 */
export async function findShops(ctx: Context, { q }: FindShops): Promise<Shop[]> {
  return shopsOf(ctx, personOf(ctx.actor), MOST_SHOPS, q);
}
