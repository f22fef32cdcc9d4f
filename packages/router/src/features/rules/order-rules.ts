import type { Tx } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { validationFailed } from "../../kernel/errors.ts";
import { changeRules } from "./internal/change-rules.ts";
import { findList, presentRule, type RuleRow, readFollows } from "./internal/rule-record.ts";
import type { OrderRules, Rule } from "./rules.schema.ts";

interface List {
  retailerId: string;
  storeId: string | null;
}

export const readList = ({ prisma }: Pick<Tx, "prisma">, { retailerId, storeId }: List): Promise<RuleRow[]> =>
  prisma.rule.findMany({ where: { retailerId, storeId }, orderBy: [{ position: "asc" }, { number: "asc" }] });

/** Gives the rules of a list the order of `ids`, and records it. The caller is inside of `changeRules`. */
export async function putOrder(ctx: Context, tx: Tx, list: List, ids: string[]): Promise<boolean> {
  const before = await readList(tx, list);
  const places = new Map(ids.map((id, n) => [id.toLowerCase(), n + 1]));
  if (places.size !== ids.length || places.size !== before.length || before.some(({ id }) => !places.has(id))) {
    const message = `must hold all ${before.length} rules of the list, each of them once`;
    throw validationFailed([{ pointer: "/ids", code: "InvalidValue", message }]);
  }
  const after = before.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  if (after.every(({ id }, n) => before[n]?.id === id)) return false;
  const { retailerId, storeId } = list;
  for (const [n, { id }] of after.entries()) {
    await tx.prisma.rule.updateMany({ where: { retailerId, id }, data: { position: n + 1 } });
  }
  const idsOf = (rows: RuleRow[]) => ({ ids: rows.map(({ id }) => id) });
  const target = { type: "rule", storeId } as const;
  await recordHistory(ctx, tx, [
    { retailerId, action: "rule.order", target, before: idsOf(before), after: idsOf(after) },
  ]);
  return true;
}

/**
 * The first rule that speaks of a field decides it, so the order decides between rules.
 * @throws RetailerNotFound, StoreNotFound, InsufficientScope; ValidationFailed unless `ids` has all rules of the list
 */
export async function orderRules(ctx: Context, input: OrderRules): Promise<Rule[]> {
  const list = await findList(ctx, input, input.body.storeId);
  const rows = await changeRules(ctx, list, async (tx) => {
    const settles = await putOrder(ctx, tx, list, input.body.ids);
    return { result: await readList(tx, list), settles };
  });
  const follows = await readFollows(ctx.db, list.retailerId);
  return rows.map((row) => presentRule(row, follows));
}
