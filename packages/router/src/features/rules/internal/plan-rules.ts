import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { longTimeouts, one, type Tx } from "@highstreet/db";
import { shopTime } from "../../../access/find-retailer.ts";
import { planRulesSql, planShelfSql, readPeriods, startOf } from "../../../core/rules/index.ts";
import type { Period } from "../../../core/rules/period.schema.ts";
import type { FoundStore } from "../../../core/stores/index.ts";
import type { OfShelf } from "../../../core/stores/shelf.schema.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError, validationFailed } from "../../../kernel/errors.ts";
import { joinByKeys, joinWhole } from "../../../kernel/kernel.sql.ts";
import type { Shelf } from "../change-shelf.schema.ts";
import type { RulePlan } from "../rules.schema.ts";
import { storesSql } from "../rules.sql.ts";
import type { RuleRow } from "./rule-record.ts";
import { pausedBy } from "./store-shelf.ts";

/** The rule counts as changed after every version. */
const NEWEST = 2_147_483_647;

export type PlannedRule = Pick<
  RuleRow,
  "number" | "storeId" | "position" | "isOn" | "when" | "tests" | "effect" | "period"
>;

/** Names the rule and the other rules at this time. */
function previewOf({ storeId, isOn, when, effect, period }: PlannedRule, ruleVersion: number): string {
  const text = JSON.stringify([storeId, isOn, when, effect, ...(period === null ? [] : [period])]);
  return `${ruleVersion}.${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
}

/** @throws PreviewRequired; ChangedSince if the rules have changed since the dry run */
export function checkPreview(rule: PlannedRule, ruleVersion: number, preview: string | undefined): void {
  const wanted = previewOf(rule, ruleVersion);
  if (preview === wanted) return;
  if (preview?.split(".")[1] === wanted.split(".")[1]) {
    throw new DomainError("ChangedSince", "Other rules have changed since the dry run. Make a new one.");
  }
  const message = "Send `preview`: the dry run of the same body (?dryRun=true) gives it in its plan.";
  throw new DomainError("PreviewRequired", message);
}

interface PlanRow extends Omit<RulePlan, "preview" | "overlaps" | "stores"> {
  stores: Omit<RulePlan["stores"][number], "startsAt">[];
  overlaps: { number: number; products: number }[];
}

/** A plan reads all items, so it takes longer in a large shop. */
export const planTimeouts = { statementMs: longTimeouts.statementMs };

async function readPlan(ctx: Context, tx: Tx, sql: string, values: unknown[]): Promise<PlanRow> {
  await tx.execute(joinWhole);
  const { plan } = one(await tx.query<{ plan: PlanRow }>(sql, values));
  await tx.execute(joinByKeys);
  if (ctx.reportEffects) {
    const counts = new Map(plan.stores.map(({ storeId, channels }) => [storeId, channels]));
    const where = { retailerId: String(values[0]), storeId: { in: [...counts.keys()] } };
    // The plan counts all channels, as if the stores had them.
    const enabled = await tx.prisma.channel.findMany({ where, select: { storeId: true, channel: true } });
    const isMoved = ({ hides, shows } = { hides: 0, shows: 0 }) => hides + shows > 0;
    ctx.reportEffects({
      stores: [...counts.keys()],
      channels: enabled.filter(({ storeId, channel }) => isMoved(counts.get(storeId)?.[channel])),
      events: plan.stores.reduce((sum, { events }) => sum + events, 0),
    });
  }
  return plan;
}

/** What a new pause or safety stock would do to the items of its store. Reads only. */
export async function planShelf(
  ctx: Context,
  tx: Tx,
  { retailerId, storeId }: FoundStore,
  { pause, safetyStock }: OfShelf,
): Promise<NonNullable<Shelf["plan"]>> {
  const stores = await tx.query<{ storeId: string; version: number }>(storesSql, [retailerId]);
  const since = stores.find((store) => store.storeId === storeId)?.version ?? 0;
  const { resting } = await readPeriods(tx, retailerId, [storeId], ctx.now());
  const shelf = [pausedBy(pause), [storeId], 0, "", JSON.stringify(resting)];
  const values = [retailerId, since, ...shelf, safetyStock && JSON.stringify(safetyStock)];
  const { stores: counts, samples } = await readPlan(ctx, tx, planShelfSql, values);
  return { stores: counts.map(({ matches: _, texts: __, ownSettings: ___, ...count }) => count), samples };
}

/**
 * What the rule would do to the items. One that begins later is counted as if it counted now. Reads only.
 * @throws ValidationFailed for a new period that is over in all stores
 */
export async function planRule(
  ctx: Context,
  tx: Tx,
  {
    retailerId,
    rule,
    others,
    ruleVersion,
    before,
  }: { retailerId: string; rule: PlannedRule; others: RuleRow[]; ruleVersion: number; before?: RuleRow },
): Promise<RulePlan> {
  const { number, storeId, position, isOn, tests, effect } = rule;
  const given = [{ number, store_id: storeId, position, is_on: isOn, changed: NEWEST, tests, effect }];
  const period = rule.period as Period | null;
  const stores = await tx.query<{ storeId: string; version: number; zone: string }>(storesSql, [retailerId]);
  const concerned = stores.filter((store) => storeId === null || store.storeId === storeId);
  const since = Math.min(ruleVersion, ...concerned.map(({ version }) => version));
  const storeIds = concerned.map((store) => store.storeId);
  const [speaksOf] = Object.keys(effect as object);
  const at = await shopTime(tx, retailerId, ctx.now());
  const starts = new Map(concerned.map((store) => [store.storeId, period && startOf(period, store.zone, at)]));
  const isOver = starts.size > 0 && [...starts.values()].every((start) => start === undefined);
  if (isOver && !isDeepStrictEqual(period, before?.period)) {
    const message = "is over in all stores of the rule, so the rule would never count. Choose a later end";
    throw validationFailed([{ pointer: "/period/until", code: "InvalidValue", message }]);
  }
  const { resting } = await readPeriods(tx, retailerId, storeIds, ctx.now());
  for (const [of, start] of starts) {
    const own = (resting[of] ?? []).filter((one) => one !== number);
    resting[of] = start === undefined ? [...own, number] : own;
  }
  const values = [retailerId, since, JSON.stringify(given), storeIds, number, speaksOf, JSON.stringify(resting)];
  const plan = await readPlan(ctx, tx, planRulesSql, values);
  const comesFirst = (other: RuleRow): boolean =>
    (other.storeId === null) === (storeId === null) ? other.position < position : other.storeId !== null;
  const byNumber = new Map(others.map((other) => [other.number, other]));
  const overlaps = plan.overlaps.flatMap(({ number: of, products }) => {
    const other = byNumber.get(of);
    return other ? [{ ruleId: other.id, name: other.name, products, wins: comesFirst(other) }] : [];
  });
  const ofStores = plan.stores.map((store) => ({
    ...store,
    startsAt: starts.get(store.storeId)?.toISOString() ?? null,
  }));
  return { ...plan, stores: ofStores, overlaps, preview: previewOf(rule, ruleVersion) };
}
