import { isDeepStrictEqual } from "node:util";
import { Prisma, type Tx } from "@highstreet/db";
import { recordHistory } from "../../core/history/index.ts";
import { basicHtml } from "../../core/items/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { changeRules } from "./internal/change-rules.ts";
import { compileRule } from "./internal/compile-rule.ts";
import { checkPreview, type PlannedRule, planRule, planTimeouts } from "./internal/plan-rules.ts";
import {
  checkStores,
  findList,
  findOwnRule,
  findRule,
  presentRule,
  type RuleRow,
  readFollows,
  ruleWrite,
} from "./internal/rule-record.ts";
import { type CreateRule, type Effect, MAX_RULES, type Rule, type UpdateRule } from "./rules.schema.ts";

const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue;

/** @throws ValidationFailed */
const cleaned = (effect: Effect): Effect =>
  "description" in effect ? { description: basicHtml(effect.description, "/effect/description") } : effect;

/** The rules that a new or changed rule meets: those of its list, and those of all stores or of all lists. */
function readOthers(tx: Pick<Tx, "prisma">, { retailerId, storeId }: { retailerId: string; storeId: string | null }) {
  const where = storeId === null ? { retailerId } : { retailerId, OR: [{ storeId }, { storeId: null }] };
  return tx.prisma.rule.findMany({ where, orderBy: { number: "asc" } });
}

async function versionOf({ prisma }: Pick<Tx, "prisma">, retailerId: string): Promise<number> {
  const row = await prisma.retailer.findUnique({ where: { id: retailerId }, select: { ruleVersion: true } });
  return row?.ruleVersion ?? 0;
}

/** @throws QuotaExceeded */
export function checkLimit(ofList: RuleRow[], storeId: string | null): void {
  const limit = storeId === null ? MAX_RULES.ofRetailer : MAX_RULES.ofStore;
  if (ofList.length < limit) return;
  const whose = storeId === null ? "The retailer" : "The store";
  const message = `${whose} has ${ofList.length} of at most ${limit} rules. Delete one, or add its conditions to another one.`;
  throw new DomainError("QuotaExceeded", message, { quota: "rules", limit, actual: ofList.length });
}

/** The number of a rule is used again after its deletion. Every store drops it before, because the rule counts as changed. */
const nextOf = (rows: RuleRow[], field: "number" | "position"): number =>
  rows.reduce((most, row) => Math.max(most, row[field]), 0) + 1;

/** The next free number among all rules of the retailer. */
export async function nextNumber({ prisma }: Pick<Tx, "prisma">, retailerId: string): Promise<number> {
  const [last] = await prisma.rule.findMany({ where: { retailerId }, orderBy: { number: "desc" }, take: 1 });
  return nextOf(last ? [last] : [], "number");
}

/**
 * Adds a rule at the end of its list. A dry run only plans it. The service itself needs no preview.
 * @throws RetailerNotFound, StoreNotFound, InsufficientScope, ValidationFailed, QuotaExceeded, PreviewRequired, ChangedSince
 */
export async function createRule(ctx: Context, input: CreateRule): Promise<Rule> {
  const { body } = input;
  const list = await findList(ctx, input, body.storeId);
  const { retailerId, storeId } = list;
  await checkStores(ctx, list, body.when);
  const tests = compileRule(body.when) as never;
  const effect = cleaned(body.effect) as never;
  const now = ctx.now();
  const prepare = async (tx: Tx) => {
    const others = await readOthers(tx, list);
    const ofList = others.filter((one) => one.storeId === storeId);
    checkLimit(ofList, storeId);
    const number = await nextNumber(tx, retailerId);
    const rule = { number, storeId, position: nextOf(ofList, "position"), isOn: body.on ?? true, tests };
    const content = { when: body.when as never, effect, period: (body.period ?? null) as never };
    return { others, rule: { ...rule, ...content } satisfies PlannedRule };
  };
  const rowOf = (rule: PlannedRule, changed: number): RuleRow =>
    ({
      ...rule,
      retailerId,
      id: newId(now),
      name: body.name,
      changed,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }) as RuleRow;
  if (ctx.isDryRun || input.onlyPlan) {
    const work = async (tx: Tx): Promise<Rule> => {
      const { others, rule } = await prepare(tx);
      const ruleVersion = await versionOf(tx, retailerId);
      return {
        ...presentRule(rowOf(rule, 0)),
        plan: await planRule(ctx, tx, { retailerId, rule, others, ruleVersion }),
      };
    };
    return ctx.db.transaction({ retailerId }, work, planTimeouts);
  }
  const row = await changeRules(ctx, list, async (tx, version) => {
    const { rule } = await prepare(tx);
    if (ctx.actor?.kind !== "system") checkPreview(rule, version - 1, body.preview);
    const made = rowOf(rule, version);
    await writeRule(tx, made);
    await recordHistory(ctx, tx, [ruleWrite(null, made)]);
    return { result: made, settles: made.isOn };
  });
  return presentRule(row, await readFollows(ctx.db, retailerId));
}

/**
 * Changes a rule by JSON Merge Patch. A dry run only plans it. A change of the name, and switching off, need no preview.
 * @throws RetailerNotFound, RuleNotFound, InsufficientScope, ValidationFailed, PreconditionFailed, PreviewRequired, ChangedSince
 */
export async function updateRule(ctx: Context, input: UpdateRule): Promise<Rule> {
  const { retailerId, storeId, when } = await findOwnRule(ctx, input);
  const { body } = input;
  if (body.storeId !== undefined && (body.storeId?.toLowerCase() ?? null) !== storeId) {
    const message = "cannot change: make a new rule for the other store";
    throw validationFailed([{ pointer: "/storeId", code: "InvalidValue", message }]);
  }
  // A store that was deleted stays in the rule, so the record can be sent back.
  if (body.when && !isDeepStrictEqual(body.when, when)) await checkStores(ctx, { retailerId, storeId }, body.when);
  const tests = body.when && compileRule(body.when);
  const effect = body.effect && cleaned(body.effect);
  const changedRow = (before: RuleRow): RuleRow => ({
    ...before,
    name: body.name ?? before.name,
    isOn: body.on ?? before.isOn,
    when: (body.when as never) ?? before.when,
    tests: (tests as never) ?? before.tests,
    effect: (effect as never) ?? before.effect,
    period: body.period === undefined ? before.period : (body.period as never),
  });
  if (ctx.isDryRun || input.onlyPlan) {
    const work = async (tx: Tx): Promise<Rule> => {
      const before = await findRule(ctx, input, tx);
      checkVersion(ctx, before.version);
      const rule = changedRow(before);
      const others = await readOthers(tx, before);
      const ruleVersion = await versionOf(tx, retailerId);
      const saved = isDeepStrictEqual(rule, before)
        ? before
        : { ...rule, version: before.version + 1, updatedAt: ctx.now() };
      const plan = await planRule(ctx, tx, { retailerId, rule, others, ruleVersion, before });
      return { ...presentRule(saved), plan };
    };
    return ctx.db.transaction({ retailerId }, work, planTimeouts);
  }
  const row = await changeRules(ctx, { retailerId, storeId }, async (tx, version) => {
    const before = await findRule(ctx, input, tx);
    checkVersion(ctx, before.version);
    const after = changedRow(before);
    const isOther = (...fields: ("isOn" | "when" | "effect" | "period")[]) =>
      fields.some((field) => !isDeepStrictEqual(before[field], after[field]));
    const isOtherForProducts = isOther("isOn", "when", "effect", "period");
    if (!isOtherForProducts && after.name === before.name) return { result: before, settles: false };
    if (after.isOn && isOtherForProducts) checkPreview(after, version - 1, body.preview);
    const saved = {
      ...after,
      changed: isOther("isOn", "when") ? version : before.changed,
      version: before.version + 1,
      updatedAt: ctx.now(),
    };
    await writeRule(tx, saved);
    await recordHistory(ctx, tx, [ruleWrite(before, saved)]);
    return { result: saved, settles: (before.isOn || saved.isOn) && isOtherForProducts };
  });
  return presentRule(row, await readFollows(ctx.db, retailerId));
}

export async function writeRule({ prisma }: Pick<Tx, "prisma">, row: RuleRow): Promise<void> {
  const { retailerId, id, ...fields } = row;
  const { when, tests, effect, period } = row;
  const content = { when: json(when), tests: json(tests), effect: json(effect), period: period ?? Prisma.DbNull };
  const data = { ...fields, ...content };
  await prisma.rule.upsert({
    where: { retailerId_id: { retailerId, id } },
    create: { ...data, retailerId, id },
    update: data,
  });
}
