import type { Database, Sql } from "@highstreet/db";
import type { Context } from "./context.ts";
import { findValidKey, findValidUploadKey } from "./kernel.sql.ts";
import { unauthorized } from "./unauthorized.ts";

/** All methods of a database that open a transaction. The type requires that the guard covers each of them. */
type Transactions = { [Name in keyof Database as Name extends `${string}ransaction` ? Name : never]: Database[Name] };

/**
 * Returns a context. Its transactions run `check` before they commit, under the locks that they hold. If `check` throws, the
 * transaction rolls back. For long calls: the key or claim that admitted the call may be invalid at the end.
 */
export function withCommitGuard(ctx: Context, check: (tx: Sql) => Promise<void>): Context {
  const { db } = ctx;
  const guarded =
    <Tx extends Sql, T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const result = await work(tx);
      await check(tx);
      return result;
    };
  const transactions: Transactions = {
    transaction: (scope, work, options) => db.transaction(scope, guarded(work), options),
    sqlTransaction: (scope, work, options) => db.sqlTransaction(scope, guarded(work), options),
    bulkTransaction: (scope, size, work, options) => db.bulkTransaction(scope, size, guarded(work), options),
  };
  return { ...ctx, db: { ...db, ...transactions } };
}

/** @throws Unauthorized if the key of the call is revoked, replaced or expired */
async function checkKey({ actor, now }: Context, sql: Sql): Promise<void> {
  if (actor?.kind === "key") {
    const [found] = await sql.query(findValidKey, [actor.keyId, now()]);
    if (!found) throw unauthorized("key");
  }
  if (actor?.kind === "upload") {
    const [found] = await sql.query(findValidUploadKey, [actor.retailerId, actor.storeId, actor.keyId]);
    if (!found) throw unauthorized("uploadKey");
  }
}

/**
 * Returns a context. Its transactions do not commit after the caller's key is revoked, replaced or expired. A call can take half an
 * hour from its authentication to its commit.
 */
export function whileKeyIsValid(ctx: Context): Context {
  const { actor } = ctx;
  return actor?.kind === "key" || actor?.kind === "upload" ? withCommitGuard(ctx, (tx) => checkKey(ctx, tx)) : ctx;
}
