import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@highstreet/db";
import { seesStore } from "../../access/find-retailer.ts";
import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { restoreShelf } from "./change-shelf.ts";
import { changeRules } from "./internal/change-rules.ts";
import { compileRule } from "./internal/compile-rule.ts";
import { checkOwner, presentRule, type RuleRow, ruleNotFound, ruleWrite } from "./internal/rule-record.ts";
import { putOrder, readList } from "./order-rules.ts";
import type { Rule } from "./rules.schema.ts";
import { checkLimit, nextNumber, writeRule } from "./save-rule.ts";

type Record = Omit<Rule, "follows">;

interface RuleEntry {
  retailerId: string;
  storeId: string | null;
  target: { id: string | null };
  action: string;
  before: unknown;
  after: unknown;
}

const changedSince = (current: object | null): DomainError =>
  new DomainError("ChangedSince", "The rule has changed since. Edit its current version.", { current });

/** A later change that was taken back leaves the content, and not the version. */
const contentOf = (record: Record | null) =>
  record && { ...record, period: record.period ?? null, follows: null, version: 0, updatedAt: "" };

/** The rule of a record, in the place of the row that exists. */
async function rowOf(tx: Tx, retailerId: string, record: Record, row: RuleRow | null, version: number, now: Date) {
  const { id, storeId, name, on: isOn, position, when, effect, period, createdAt } = record;
  const number = row?.number ?? (await nextNumber(tx, retailerId));
  return {
    ...{
      retailerId,
      id,
      storeId,
      number,
      name,
      isOn,
      position,
      when,
      effect,
      // Records from before there were periods have none.
      period: period ?? null,
      tests: compileRule(when),
      changed: version,
    },
    version: (row?.version ?? record.version) + 1,
    createdAt: new Date(createdAt),
    updatedAt: now,
  } as unknown as RuleRow;
}

async function restoreOne(ctx: Context, tx: Tx, entry: RuleEntry, version: number): Promise<boolean> {
  const { retailerId, target } = entry;
  const [before, after] = [entry.before as Record | null, entry.after as Record | null];
  const id = target.id ?? "";
  const row = await tx.prisma.rule.findUnique({ where: { retailerId_id: { retailerId, id } } });
  const current = row && presentRule(row);
  if (!isDeepStrictEqual(contentOf(current), contentOf(after))) throw changedSince(current);
  if (!before) {
    await tx.prisma.rule.deleteMany({ where: { retailerId, id } });
    await recordHistory(ctx, tx, [ruleWrite(row, null)]);
    return true;
  }
  if (!row) checkLimit(await readList(tx, { retailerId, storeId: before.storeId }), before.storeId);
  const restored = await rowOf(tx, retailerId, before, row, version, ctx.now());
  await writeRule(tx, restored);
  await recordHistory(ctx, tx, [ruleWrite(row, restored)]);
  return true;
}

async function restoreOrder(ctx: Context, tx: Tx, { retailerId, storeId, before, after }: RuleEntry): Promise<boolean> {
  const idsOf = (value: unknown): string[] => (value as { ids: string[] }).ids;
  const ids = (await readList(tx, { retailerId, storeId })).map(({ id }) => id);
  if (!isDeepStrictEqual(ids, idsOf(after))) throw changedSince({ ids });
  return putOrder(ctx, tx, { retailerId, storeId }, idsOf(before));
}

/** @throws StoreNotFound: the rules of a store are deleted with it */
async function checkStore(ctx: Context, retailerId: string, storeId: string): Promise<void> {
  if (await ctx.db.prisma.store.count({ where: { retailerId, id: storeId } })) return;
  const message = "The store of this rule has been deleted, and its rules with it. Make a rule for another store.";
  throw new DomainError("StoreNotFound", message);
}

/**
 * A rule, the order of a list, or what a store says about all of its items, becomes what it was before the change. The effects follow from the rules, so all products do, too.
 * @throws ChangedSince after a later change; RuleNotFound, StoreNotFound, QuotaExceeded, InsufficientScope
 */
export async function restoreRule(ctx: Context, entry: RuleEntry): Promise<void> {
  const { retailerId, storeId } = entry;
  if (storeId === null) checkOwner(ctx, retailerId);
  else if (!seesStore(ctx.actor, retailerId, storeId)) throw ruleNotFound();
  else await checkStore(ctx, retailerId, storeId);
  if (entry.action === "shelf.update" && storeId !== null) return restoreShelf(ctx, { retailerId, storeId }, entry);
  await changeRules(ctx, { retailerId, storeId }, async (tx, version) => {
    const settles =
      entry.action === "rule.order" ? await restoreOrder(ctx, tx, entry) : await restoreOne(ctx, tx, entry, version);
    return { result: undefined, settles };
  });
}
