import type { SqlTx } from "@highstreet/db";
import { itemKeyOf } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import {
  findColumns,
  type RawStockLine,
  readStockLine,
  type StockField,
  stockColumns,
  textOf,
} from "../../feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { foreseeStock, planFor, type StockWrite, writeStock } from "./apply-stock.ts";
import { changeSource } from "./change-source.ts";
import { superseded } from "./compare-feed.ts";
import { watchUnseen } from "./expire-unseen.ts";
import type { Ingest, PatchStock } from "./inventory.schema.ts";
import { readSource } from "./read-source.ts";
import { lockStore } from "./received-feed.ts";
import { Rejections, recordIngest } from "./record-ingest.ts";
import { openStage, type StagedLine, stageLines } from "./stock-stage.ts";

function rawLine(line: Record<string, unknown>, names: Record<string, string>): RawStockLine {
  const members = Object.keys(line);
  const raw: RawStockLine = {};
  const { indexes, positions } = findColumns<StockField>(members, stockColumns);
  for (const [field, [index = 0]] of indexes) {
    const member = members[positions[index] ?? -1];
    if (member === undefined) continue;
    raw[field] = textOf(line[member]);
    names[field] ??= member;
  }
  return raw;
}

/** A PATCH's lines as rows to stage, lines counted from 1; what is not taken goes to `rejections`. */
function readLines(lines: PatchStock["body"], names: Record<string, string>, rejections: Rejections): StagedLine[] {
  const valid: StagedLine[] = [];
  const seen = new Map<string, StagedLine>();
  for (const [index, member] of lines.entries()) {
    const line = index + 1;
    const read = readStockLine(rawLine(member, names), { commas: false, partial: true });
    const itemKey = read.barcode === null ? null : itemKeyOf(read.barcode);
    if ("code" in read) {
      const { barcode: _barcode, ...rejection } = read;
      rejections.add({ line, ...rejection });
      const nothing = { barcode: null, price: null, quantity: null, currency: null, condition: null };
      if (itemKey !== null) seen.set(itemKey, { line: 0, kind: "seen", itemKey, ...nothing });
    } else if (itemKey !== null) {
      const { barcode, pence, thousandths, currency, condition } = read;
      const price = pence === null ? null : (pence / 100).toFixed(2);
      const quantity = thousandths === null ? null : (thousandths / 1_000).toFixed(3);
      valid.push({ line, kind: "line", itemKey, barcode, price, quantity, currency, condition });
    }
  }
  return [...valid, ...seen.values()];
}

/** A sub-select and no join, for which the planner might read the whole store. */
const quantityOf = `(
  SELECT i.quantity FROM stock_item i WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = s.item_key)`;

// First, so that a line which cannot stand takes the place of none.
const rejectIncomplete = `
  DELETE FROM stock_stage s
  WHERE s.kind = 'l' AND (s.price IS NULL OR s.quantity IS NULL) AND ${quantityOf} IS NULL
  RETURNING s.line, CASE WHEN s.price IS NULL THEN 'price' ELSE 'quantity' END AS field`;

const supersede = `
  DELETE FROM stock_stage s USING (
    SELECT item_key, max(line) AS line FROM stock_stage GROUP BY item_key HAVING count(*) > 1
  ) kept
  WHERE s.item_key = kept.item_key AND s.line < kept.line
  RETURNING s.line, s.barcode`;

const countValid = `
  SELECT count(*)::int AS "validLines",
         (count(*) FILTER (WHERE COALESCE(s.quantity, ${quantityOf}) > 0))::int AS "inStockValidLines"
  FROM stock_stage s WHERE s.kind = 'l'`;

/** Leaves one row an item in `stock_stage`, and says what was rejected for it. */
async function settleLines(tx: SqlTx, ids: string[], { several }: { several: boolean }, rejections: Rejections) {
  const [incomplete, replaced, [counts]] = await Promise.all([
    tx.query<{ line: number; field: "price" | "quantity" }>(rejectIncomplete, ids),
    several ? tx.query<{ line: number; barcode: string }>(supersede) : [],
    tx.query<Pick<Ingest, "validLines" | "inStockValidLines">>(countValid, ids),
  ]);
  if (!counts) throw new Error("an aggregate gave no row");
  for (const { line, barcode } of replaced) if (line > 0) rejections.add(superseded(line, barcode));
  for (const { line, field } of incomplete) {
    const message = `The item is not known yet, so its line must give a ${field}.`;
    rejections.add({ line, field, code: `missing_${field}`, message, value: null });
  }
  return counts;
}

/**
 * Takes in lines of a live till (contract §3, PATCH lines): bad ones are rejected one by one. Price or quantity may be left
 * out for an item that is known. Never makes the source invalid.
 */
export async function patchStock(ctx: Context, input: PatchStock): Promise<Ingest> {
  const store = await findStore(ctx, input);
  const { retailerId, storeId } = store;
  const started = performance.now();
  const names: Record<string, string> = {};
  const unread = new Rejections();
  const staged = readLines(input.body, names, unread);
  const patch = async (tx: SqlTx): Promise<Ingest> => {
    const rejections = unread.copy();
    await openStage(tx);
    stageLines(tx, staged);
    planFor(tx, "sparse");
    await lockStore(tx, store);
    const now = ctx.now();
    const write: StockWrite = { store, now, shape: "sparse", namedAt: now, absentSince: now };
    const [counts, moves] = await Promise.all([
      settleLines(tx, [retailerId, storeId], { several: staged.length > 1 }, rejections),
      foreseeStock(tx, write),
    ]);
    const expected = { rows: staged.length, known: true, touched: true, ...moves };
    const { changedItems, newItems, unseenSince } = await writeStock(tx, write, expected);
    const ingest: Ingest = {
      ...{ id: newId(now), createdAt: now.toISOString(), mode: "patch", columns: names },
      ...{ ...counts, changedItems, newItems },
      status: counts.validLines ? "applied" : "refused",
      numberOfLines: input.body.length,
      rejectedLines: rejections.count,
      reason: counts.validLines ? null : "The PATCH has no line that could be taken.",
      durationMs: Math.round(performance.now() - started),
    };
    recordIngest(ctx, tx, { retailerId, storeId, ingest, rejections: rejections.kept });
    await touchSource(tx, store, ingest, now);
    watchUnseen(tx, store, unseenSince);
    return ingest;
  };
  return ctx.db.sqlTransaction(store, patch);
}

/** A till's line connects a source that was not, and counts as its latest ingest only while no feed has come. */
async function touchSource(
  tx: SqlTx,
  store: { retailerId: string; storeId: string },
  ingest: Ingest,
  now: Date,
): Promise<void> {
  const { source, latestIngestMode } = await readSource(tx, store);
  const connects = ingest.validLines > 0 && source.status !== "invalid";
  const isLatest = latestIngestMode === null || latestIngestMode === "patch";
  const change = {
    ...(connects && { status: "connected" as const }),
    ...(isLatest && { latestIngest: ingest }),
    ...((connects || isLatest) && { provider: "api" }),
  };
  await changeSource(tx, store, { ...change, heard: true }, now);
}
