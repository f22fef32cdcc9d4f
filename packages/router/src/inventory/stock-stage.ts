import type { Tx } from "@highstreet/db";
import { copyText, copyTo } from "../copy.ts";
import type { RejectedLine, StockLine } from "./stock-line.ts";

/** Made once a connection and emptied by every commit, so that no ingest writes to the catalogue. */
const tables = `
  SET LOCAL plan_cache_mode = force_custom_plan;
  SET LOCAL client_min_messages = warning;
  CREATE TEMPORARY TABLE IF NOT EXISTS stock_stage (
    line int, item_key text, barcode text, price numeric(12, 2), quantity numeric(14, 3), status text, currency text,
    condition text, valid boolean
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY TABLE IF NOT EXISTS stock_diff (
    store_id uuid, item_key text, barcode text, price numeric(12, 2), quantity numeric(14, 3), status text,
    currency text, condition text, was_in_stock boolean, is_new boolean
  ) ON COMMIT DELETE ROWS`;

/** Makes the transaction's two tables: `stock_stage` (lines received) and `stock_diff` (items that they change). */
export async function openStage(tx: Tx): Promise<void> {
  await tx.query(tables);
}

/** A valid line in COPY's text format. */
export function stagedLine(line: number, item: StockLine): string {
  const { itemKey, barcode, price, quantity, status, currency, condition } = item;
  return copyText([String(line), itemKey, barcode, price, quantity, status, currency, condition, "t"]);
}

/** A rejected line whose barcode could be read: its item counts as seen. */
export function stagedRejection(line: number, { itemKey }: RejectedLine): string {
  return itemKey === null ? "" : copyText([String(line), itemKey, null, null, null, null, null, null, "f"]);
}

/** Sends pieces of COPY text to `stock_stage`. */
export async function copyToStage(tx: Tx, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  await copyTo(
    tx,
    "stock_stage (line, item_key, barcode, price, quantity, status, currency, condition, valid)",
    pieces,
  );
}
