import { longTimeouts, one, type SqlTx } from "@highstreet/db";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import { readStores, settleStores } from "./internal/change-rules.ts";
import { endDueSql, lockRulesSql, storesBehindSql, versionSql } from "./rules.sql.ts";

/** Stores of one turn. */
const BATCH = 5;

const due = { table: "retailer", where: "rules_due_at <= clock.now", since: "rules_due_at" } as const;

async function settleStore(ctx: Context, retailerId: string, storeId: string): Promise<true> {
  const settle = async (tx: SqlTx): Promise<true> => {
    await lockStores(tx, retailerId, [storeId]);
    // Before the rules are read. A change in between leaves the store behind, and the next turn takes it again.
    const found = await tx.query<{ version: number }>(versionSql, [retailerId]);
    const store = (await readStores(tx, retailerId)).find((one) => one.storeId === storeId);
    const version = one(found).version;
    if (!store || store.version >= version) return true;
    await settleStores(tx, retailerId, { storeIds: [storeId], since: store.version, version }, ctx.now());
    return true;
  };
  return ctx.db.sqlTransaction({ retailerId, storeId }, settle, { ...longTimeouts, ...SHORT_LOCK_WAIT });
}

/** @returns whether stores are left */
async function settleSome(ctx: Context, retailerId: string): Promise<boolean> {
  const parts = new PartialRun();
  const behind = await ctx.db.query<{ storeId: string }>(storesBehindSql, [retailerId, BATCH]);
  let isMore = false;
  for (const { storeId } of behind) {
    isMore = (await parts.run(() => settleStore(ctx, retailerId, storeId))) || isMore;
  }
  parts.end("stores do not follow the rules");
  if (behind.length) return isMore;
  await ctx.db.sqlTransaction(
    { retailerId },
    async (tx) => {
      await tx.query(lockRulesSql, [retailerId]);
      await tx.execute(endDueSql, [retailerId]);
    },
    SHORT_LOCK_WAIT,
  );
  return false;
}

/**
 * Applies changed rules to the stores of large shops, store by store, and the retailers in turns.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function settleDueRules(ctx: Context): Promise<void> {
  await serveRetailers(ctx, due, (retailerId) => settleSome(ctx, retailerId));
}
