import type { Database, SqlTx } from "@highstreet/db";
import type { Context } from "./context.ts";
import { findValidUploadKey, requireValidKey } from "./kernel.sql.ts";
import { unauthorized } from "./unauthorized.ts";

/** All methods of a database that open a transaction. The type requires that the guard covers each of them. */
type Transactions = { [Name in keyof Database as Name extends `${string}ransaction` ? Name : never]: Database[Name] };

/**
 * Returns a context. Its transactions run `check` before they commit, under the locks that they hold. If `check` throws, the
 * transaction rolls back. For long calls: the key or claim that admitted the call may be invalid at the end.
 */
export function withCommitGuard(ctx: Context, check: (tx: SqlTx) => Promise<void>): Context {
  const { db } = ctx;
  const guarded =
    <Tx extends SqlTx, T>(work: (tx: Tx) => Promise<T>) =>
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
async function checkKey({ actor, now }: Context, tx: SqlTx): Promise<void> {
  // Without a wait for the answer, so that COMMIT goes out together with this check.
  if (actor?.kind === "key") tx.send(requireValidKey, [actor.keyId, now()]);
  if (actor?.kind === "upload") {
    const [found] = await tx.query(findValidUploadKey, [actor.retailerId, actor.storeId, actor.keyId]);
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
