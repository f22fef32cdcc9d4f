import { longTimeouts, one, type SqlTx, type Tx } from "@highstreet/db";
import { lockStores, publishItemChanges } from "../../../core/log/index.ts";
import { readPeriods, settleSql } from "../../../core/rules/index.ts";
import { storeNotFound } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { joinByKeys, joinWhole } from "../../../kernel/kernel.sql.ts";
import { markListings } from "../../listings/index.ts";
import {
  dueSql,
  followedSql,
  isLargeSql,
  keepStoreSql,
  lockRulesSql,
  passedBySql,
  raiseVersionSql,
  storesSql,
} from "../rules.sql.ts";

/** Beyond this number of items, the worker goes store by store, so that no store waits for long. */
export const MAX_ITEMS = 100_000;
/** A lock for each store is a wait for each feed. */
const MAX_STORES = 500;

interface StoreVersion {
  storeId: string;
  version: number;
}

export const readStores = (tx: SqlTx, retailerId: string): Promise<StoreVersion[]> =>
  tx.query<StoreVersion>(storesSql, [retailerId]);

/**
 * Computes what the rules do to all items of the stores, and publishes it. Each store is due when a rule begins or ends next. The caller
 * holds the locks of the stores.
 * @param since all of the stores follow the rules of this version
 * @param version of the rules, read before
 */
export async function settleStores(
  tx: SqlTx,
  retailerId: string,
  { storeIds, since, version }: { storeIds: string[]; since: number; version: number },
  now: Date,
): Promise<void> {
  const { resting, dueAt } = await readPeriods(tx, retailerId, storeIds, now);
  await tx.execute(joinWhole);
  const changed = await tx.query<{ storeId: string; itemKey: string }>(settleSql.stores, [
    retailerId,
    since,
    now,
    storeIds,
    JSON.stringify(resting),
  ]);
  const dues = storeIds.map((storeId) => dueAt.get(storeId)?.toISOString() ?? null);
  await tx.execute(followedSql, [retailerId, storeIds, version, dues]);
  const stores = [...new Set(changed.map(({ storeId }) => storeId))];
  if (stores.length) await publishItemChanges(tx, retailerId, { storeIds: stores, itemKeys: null }, now);
  await tx.execute(joinByKeys);
  const itemKeys = [...new Set(changed.map(({ itemKey }) => itemKey))];
  if (stores.length) await markListings(tx, retailerId, { storeIds: stores, itemKeys }, now);
}

/** @param storeId the store of the changed rules; null: all stores */
async function follow(
  ctx: Context,
  tx: SqlTx,
  { retailerId, storeId, version }: { retailerId: string; storeId: string | null; version: number },
): Promise<void> {
  const now = ctx.now();
  const stores = await readStores(tx, retailerId);
  const storeIds = storeId === null ? stores.map((store) => store.storeId) : [storeId];
  const { isLarge } = one(await tx.query<{ isLarge: boolean }>(isLargeSql, [retailerId, storeIds, MAX_ITEMS]));
  if (isLarge || stores.length > MAX_STORES) {
    await tx.execute(dueSql, [retailerId, now]);
    return;
  }
  await lockStores(tx, retailerId, null);
  // After the locks: the worker may have settled a store in between.
  const concerned = (await readStores(tx, retailerId)).filter((store) => storeIds.includes(store.storeId));
  const since = Math.min(version - 1, ...concerned.map((store) => store.version));
  if (storeIds.length) await settleStores(tx, retailerId, { storeIds, since, version }, now);
  if (storeId !== null) await tx.execute(passedBySql, [retailerId, storeId, version]);
}

/**
 * Changes the rules of a retailer in one transaction with their effects and events, or with the work that the worker takes up.
 * @param storeId the store of the rules; null: all stores
 * @param change gets the next version of the rules. Returns whether products can look different, besides its result
 * @throws StoreNotFound
 */
export async function changeRules<Result>(
  ctx: Context,
  { retailerId, storeId }: { retailerId: string; storeId: string | null },
  change: (tx: Tx, version: number) => Promise<{ result: Result; settles: boolean }>,
): Promise<Result> {
  const work = async (tx: Tx): Promise<Result> => {
    const version = one(await tx.query<{ version: number }>(lockRulesSql, [retailerId])).version + 1;
    // A deletion of the store waits, and removes the rule, too.
    if (storeId !== null && !(await tx.query(keepStoreSql, [retailerId, storeId])).length) throw storeNotFound();
    const { result, settles } = await change(tx, version);
    if (settles) {
      await tx.execute(raiseVersionSql, [retailerId, version]);
      await follow(ctx, tx, { retailerId, storeId, version });
    }
    return result;
  };
  return ctx.db.transaction({ retailerId }, work, { statementMs: longTimeouts.statementMs });
}
