import type { Database, Sql } from "@highstreet/db";
import type { Context } from "./context.ts";

/** Every way in which a database opens a transaction: one that is left out here would pass `last` by. */
type Transactions = { [Name in keyof Database as Name extends `${string}ransaction` ? Name : never]: Database[Name] };

/**
 * The same context, but each of its transactions ends with `last`, under the locks that it took: what `last` throws takes
 * the whole of it back. For verbs that may go on for long after what they were let in by was looked at.
 */
export function endingWith(ctx: Context, last: (tx: Sql) => Promise<void>): Context {
  const { db } = ctx;
  const ending =
    <Tx extends Sql, T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const result = await work(tx);
      await last(tx);
      return result;
    };
  const transactions: Transactions = {
    transaction: (scope, work, options) => db.transaction(scope, ending(work), options),
    sqlTransaction: (scope, work, options) => db.sqlTransaction(scope, ending(work), options),
    bulkTransaction: (scope, size, work, options) => db.bulkTransaction(scope, size, ending(work), options),
  };
  return { ...ctx, db: { ...db, ...transactions } };
}
