import { type Sql, type Tx, within } from "@highstreet/db";
import { insufficientRole, roleAt } from "../../../access/authorize.ts";
import { findRetailer, seesStore, storesOf } from "../../../access/find-retailer.ts";
import type { Write } from "../../../core/history/index.ts";
import type { Period } from "../../../core/rules/period.schema.ts";
import { findStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError, validationFailed } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import { type Effect, type GetRule, mayChangeRules, type Rule, type When } from "../rules.schema.ts";
import { followsSql } from "../rules.sql.ts";

export type RuleRow = Awaited<ReturnType<Tx["prisma"]["rule"]["findFirstOrThrow"]>>;

export function ruleNotFound(): DomainError {
  return new DomainError("RuleNotFound", "The retailer has no rule with this id.");
}

export async function readFollows(sql: Sql, retailerId: string): Promise<Rule["follows"]> {
  const [row] = await sql.query<{ stores: number; of: number }>(followsSql, [retailerId]);
  return row && row.of > row.stores ? row : null;
}

export function presentRule(row: RuleRow, follows: Rule["follows"] = null): Rule {
  const { id, storeId, name, isOn, position, when, effect, period, version, createdAt, updatedAt } = row;
  return {
    id,
    storeId,
    name,
    on: isOn,
    position,
    when: when as When,
    effect: effect as Effect,
    period: period as Period | null,
    follows,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/**
 * The list that a call names in its address or in its body, if the actor may change it: an owner changes the rules of all stores, a
 * manager those of a store.
 * @returns the store; null: all stores
 * @throws RetailerNotFound, StoreNotFound, InsufficientScope
 */
export async function findList(
  ctx: Context,
  input: { retailerId: string; storeId?: string | null | undefined },
  inBody?: string | null,
): Promise<{ retailerId: string; storeId: string | null }> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const named = input.storeId ?? inBody ?? null;
  if (input.storeId != null && inBody != null && input.storeId.toLowerCase() !== inBody.toLowerCase()) {
    throw validationFailed([{ pointer: "/storeId", code: "InvalidValue", message: "is not the store of the call" }]);
  }
  if (named !== null) return { retailerId, storeId: (await findStore(ctx, { retailerId, storeId: named })).storeId };
  checkOwner(ctx, retailerId);
  return { retailerId, storeId: null };
}

/** @throws ValidationFailed for conditions on stores that the retailer does not have, or in a rule of one store */
export async function checkStores(
  ctx: Context,
  { retailerId, storeId }: { retailerId: string; storeId: string | null },
  when: When,
): Promise<void> {
  const [kind, conditions] = "all" in when ? ["all", when.all] : ["any", when.any];
  const named = conditions.flatMap((condition, n) => {
    if (!("store" in condition)) return [];
    const [list, ids] = Object.entries(condition.store)[0] as [string, string[]];
    return ids.map((id, at) => ({ id, pointer: `/when/${kind}/${n}/store/${list}/${at}` }));
  });
  // An import keeps the ids of stores that are gone.
  if (!named.length || ctx.actor?.kind === "system") return;
  if (storeId !== null) {
    const message = "is only for a rule of all stores: this rule is of one store";
    throw validationFailed([{ pointer: named[0]?.pointer ?? "", code: "InvalidValue", message }]);
  }
  const id = { in: named.map((one) => one.id) };
  const rows = await ctx.db.prisma.store.findMany({ where: { retailerId, id }, select: { id: true } });
  const known = new Set(rows.map((row) => row.id));
  const unknown = named.filter((one) => !known.has(one.id));
  const message = "is no store of the retailer";
  if (unknown.length)
    throw validationFailed(unknown.map(({ pointer }) => ({ pointer, code: "InvalidValue", message })));
}

/** @throws InsufficientScope for a person who may not change what concerns all stores */
export function checkOwner({ actor }: Context, retailerId: string): void {
  if (actor?.kind !== "staff") return;
  const role = roleAt(actor, retailerId);
  const isOfStores = Boolean(storesOf(actor, retailerId));
  if (role && mayChangeRules({ role, isOfStores }, null)) return;
  throw insufficientRole(role ?? "none", { access: "retailers:write" });
}

/** @throws RetailerNotFound, RuleNotFound */
export async function findRule(ctx: Context, input: GetRule, tx?: Tx): Promise<RuleRow> {
  const inside = tx ? { ...ctx, db: within(ctx.db, tx) } : ctx;
  const { retailerId } = await findRetailer(inside, input.retailerId);
  if (!isId(input.ruleId)) throw ruleNotFound();
  const row = await inside.db.prisma.rule.findUnique({ where: { retailerId_id: { retailerId, id: input.ruleId } } });
  if (!row || (input.storeId !== undefined && input.storeId.toLowerCase() !== row.storeId)) throw ruleNotFound();
  if (row.storeId !== null && !seesStore(ctx.actor, retailerId, row.storeId)) throw ruleNotFound();
  return row;
}

/** The same for a change. @throws also InsufficientScope */
export async function findOwnRule(ctx: Context, input: GetRule): Promise<RuleRow> {
  const row = await findRule(ctx, input);
  if (row.storeId === null) checkOwner(ctx, row.retailerId);
  return row;
}

export function ruleWrite(before: RuleRow | null, after: RuleRow | null): Write {
  const row = after ?? before;
  if (!row) throw new Error("a change needs a row before or after it");
  const shown = (one: RuleRow | null) => {
    if (!one) return null;
    const { follows: _, ...record } = presentRule(one);
    return record;
  };
  return {
    retailerId: row.retailerId,
    action: before ? (after ? "rule.update" : "rule.delete") : "rule.create",
    target: { type: "rule", id: row.id, storeId: row.storeId },
    before: shown(before),
    after: shown(after),
  };
}
