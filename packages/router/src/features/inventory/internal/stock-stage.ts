import type { PgTx, SqlTx } from "@highstreet/db";
import { type StockFeed, type StockResult, stockRowColumns } from "../../../core/feeds/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { copyInto } from "../../../kernel/copy.ts";
import { clearStageSql, openStageSql, planForSizeSql, stageLinesSql } from "../stock.sql.ts";

/** Makes the stage of the transaction. */
export async function openStage(tx: SqlTx): Promise<void> {
  await tx.query(openStageSql);
}

/**
 * A row of `stock_stage`. Its quantity and price are decimals. A null keeps the value of the item. A status makes its quantity null.
 * - `p`: a valid line of a PATCH
 * - `s`: a rejected line with a readable barcode. Its item counts as named and keeps its values.
 *
 * A feed also has `l`: a valid line that states all values but the price. `a`: an item that nothing names.
 */
export interface StagedLine {
  line: number;
  kind: "p" | "s";
  itemKey: string;
  barcode: string | null;
  price: string | null;
  quantity: string | null;
  currency: string | null;
  condition: string | null;
  status: string | null;
}

/** Stages few rows. Does not wait for the statement. */
export function stageLines(tx: SqlTx, lines: readonly StagedLine[]): void {
  tx.send(stageLinesSql, [
    lines.map(({ line }) => line),
    lines.map(({ kind }) => kind),
    lines.map(({ itemKey }) => itemKey),
    lines.map(({ barcode }) => barcode),
    lines.map(({ price }) => price),
    lines.map(({ quantity }) => quantity),
    lines.map(({ currency }) => currency),
    lines.map(({ condition }) => condition),
    lines.map(({ status }) => status),
  ]);
}

/** Stages the lines of a feed. @param onLines called with the number of lines so far */
export async function stageFeed(
  tx: PgTx,
  feed: Pick<StockFeed, "read">,
  onLines: Context["onLines"],
): Promise<StockResult> {
  await openStage(tx);
  tx.send(planForSizeSql);
  return feed.read(async (read) => {
    // A feed is read once more if its parser ends.
    await tx.query(clearStageSql);
    return copyInto(tx, `stock_stage (${stockRowColumns})`, (write) => read(write, onLines));
  });
}
