import type { Context } from "./context.ts";
import { limitBatch } from "./kernel.sql.ts";

/** Runs a statement in a short transaction of its own, with a time limit. @returns its rows */
export function runBatch<Row = object>(ctx: Context, text: string, values: unknown[]): Promise<Row[]> {
  return ctx.db.sqlTransaction("no shop", (tx) => {
    tx.send(limitBatch);
    return tx.query<Row>(text, values);
  });
}

/** Runs a statement that removes a batch until it removes nothing. @returns how many rows were removed */
export async function removeInBatches(ctx: Context, text: string, values: unknown[]): Promise<number> {
  let count = 0;
  for (;;) {
    const { length } = await runBatch(ctx, text, values);
    if (!length) return count;
    count += length;
  }
}
