import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { shopsOf } from "./internal/shops-of.ts";
import { type FindShops, MOST_SHOPS, type Shop } from "./staff.schema.ts";

/**
 * The first retailers of the signed-in person by name that have a text in their name.
 * @throws Unauthorized for callers other than staff
 */
export async function findShops(ctx: Context, { q }: FindShops): Promise<Shop[]> {
  if (ctx.actor?.kind !== "staff") throw new DomainError("Unauthorized", "Sign in to the console first.");
  return shopsOf(ctx, ctx.actor, MOST_SHOPS, q);
}
