import { callForPartner } from "@highstreet/providers";
import { LRUCache } from "lru-cache";
import type { Context } from "../../kernel/context.ts";

/** Partners by retailer. A retailer never changes its partner. */
const partners = new LRUCache<string, string>({ max: 10_000 });

/** Assigns the provider calls in `work` to the retailer's partner. Every provider call for a retailer uses this function. */
export async function forRetailer<Result>(
  { db }: Pick<Context, "db">,
  retailerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let partnerId = partners.get(retailerId);
  if (partnerId === undefined) {
    const row = await db.prisma.retailer.findUnique({ where: { id: retailerId }, select: { partnerId: true } });
    if (!row) return work();
    partnerId = row.partnerId;
    partners.set(retailerId, partnerId);
  }
  return callForPartner(partnerId, work);
}
