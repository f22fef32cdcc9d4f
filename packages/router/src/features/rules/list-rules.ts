import { findRetailer } from "../../access/find-retailer.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRule, presentRule, readFollows } from "./internal/rule-record.ts";
import type { GetRule, ListRules, Rule } from "./rules.schema.ts";

/**
 * In the order of precedence: the rules of the store, if the call names one, then those of all stores.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function listRules(ctx: Context, input: ListRules): Promise<Rule[]> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const store = input.storeId === undefined ? undefined : await findStore(ctx, { retailerId, storeId: input.storeId });
  const lists = store ? [store.storeId, null] : [null];
  const follows = await readFollows(ctx.db, retailerId);
  const found = await Promise.all(
    lists.map((storeId) =>
      ctx.db.prisma.rule.findMany({
        where: { retailerId, storeId },
        orderBy: [{ position: "asc" }, { number: "asc" }],
      }),
    ),
  );
  return found.flat().map((row) => presentRule(row, follows));
}

/** @throws RetailerNotFound, RuleNotFound */
export async function getRule(ctx: Context, input: GetRule): Promise<Rule> {
  const row = await findRule(ctx, input);
  return presentRule(row, await readFollows(ctx.db, row.retailerId));
}
