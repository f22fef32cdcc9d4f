import type { Sql, SqlTx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import type { Ingest } from "./inventory.schema.ts";
import { ingestOf, lockStore, type ReceivedFeed, recordFeed } from "./received-feed.ts";

const lastApplied = `
  SELECT columns, number_of_lines AS "numberOfLines", valid_lines AS "validLines",
         in_stock_valid_lines AS "inStockValidLines", rejected_lines AS "rejectedLines"
  FROM (SELECT * FROM ingest
        WHERE retailer_id = $1 AND store_id = $2 AND mode <> 'patch' AND status IN ('applied', 'unchanged')
        ORDER BY ingest_id DESC LIMIT 1) last
  WHERE mode = $3 AND digest = $4
    AND stock_version = (SELECT stock_version FROM store WHERE retailer_id = $1 AND store_id = $2)`;

/** The last applied feed, if its bytes and mode were these and nothing else wrote to the store's items since. */
async function sameAsBefore(sql: Sql, { store, mode, bytes }: ReceivedFeed): Promise<Partial<Ingest> | undefined> {
  const [row] = await sql.query<Partial<Ingest>>(lastApplied, [store.retailerId, store.storeId, mode, bytes.digest]);
  return row;
}

/**
 * Takes a feed whose bytes are those of the last one (contract §3, Unchanged): nothing is compared, but every item counts as
 * seen. It locks the store.
 * @returns undefined: it is another, or the store's items are not as the last one left them
 */
export async function takeUnchanged(ctx: Context, tx: SqlTx, received: ReceivedFeed): Promise<Ingest | undefined> {
  const [, same] = await Promise.all([lockStore(tx, received.store), sameAsBefore(tx, received)]);
  if (!same) return undefined;
  const ingest = ingestOf(ctx, received, { ...same, status: "unchanged" });
  await recordFeed(ctx, tx, received, ingest);
  return ingest;
}

/** The same in a transaction of its own, without a lock where there is nothing to take. */
export async function takeIfUnchanged(ctx: Context, received: ReceivedFeed): Promise<Ingest | undefined> {
  if (!(await sameAsBefore(ctx.db, received))) return undefined;
  return ctx.db.sqlTransaction(received.store, (tx) => takeUnchanged(ctx, tx, received));
}
