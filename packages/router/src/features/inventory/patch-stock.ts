import type { SqlTx } from "@highstreet/db";
import {
  findColumns,
  type RawStockLine,
  readStockLine,
  type StockField,
  stockColumns,
  textOf,
} from "../../core/feeds/index.ts";
import { itemKeyOf } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { planStock, type StockWrite, setJoinStrategy, writeStock } from "./internal/apply-stock.ts";
import { changeSource, watchUnseen } from "./internal/change-source.ts";
import { lockStore } from "./internal/received-feed.ts";
import { Rejections, recordIngest, superseded } from "./internal/record-ingest.ts";
import { readSource } from "./internal/source.ts";
import { openStage, type StagedLine, stageLines } from "./internal/stock-stage.ts";
import type { Ingest, PatchStock } from "./inventory.schema.ts";
import { countValidSql, rejectIncompleteSql, rejectSupersededSql } from "./stock.sql.ts";

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

/** The lines of a PATCH as rows to stage. Lines count from 1. Invalid lines go to `rejections`. */
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

/** Leaves at most one row per item in `stock_stage`, and rejects the other lines. */
async function settleLines(tx: SqlTx, ids: string[], { several }: { several: boolean }, rejections: Rejections) {
  const [incomplete, replaced, [counts]] = await Promise.all([
    tx.query<{ line: number; field: "price" | "quantity" }>(rejectIncompleteSql, ids),
    several ? tx.query<{ line: number; barcode: string }>(rejectSupersededSql) : [],
    tx.query<Pick<Ingest, "validLines" | "inStockValidLines">>(countValidSql, ids),
  ]);
  if (!counts) throw new Error("an aggregate gave no row");
  for (const { line, barcode } of replaced) if (line > 0) rejections.add(superseded(line, barcode));
  for (const { line, field } of incomplete) {
    const message = `The item is new, so its line must have a ${field}.`;
    rejections.add({ line, field, code: `missing_${field}`, message, value: null });
  }
  return counts;
}

/**
 * Takes in lines of a till. Rejects invalid lines one by one. A line for a known item may leave out the price or the quantity.
 * A PATCH never makes the source invalid.
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
    setJoinStrategy(tx, "sparse");
    await lockStore(tx, store);
    const now = ctx.now();
    const write: StockWrite = { store, now, shape: "sparse", absentSince: now, leftOutSince: now };
    const [counts, moves] = await Promise.all([
      settleLines(tx, [retailerId, storeId], { several: staged.length > 1 }, rejections),
      planStock(tx, write),
    ]);
    const expected = { rows: staged.length, known: true, touched: true, ...moves };
    const { changedItems, newItems, unseenSince } = await writeStock(tx, write, expected);
    const ingest: Ingest = {
      ...{ id: newId(now), createdAt: now.toISOString(), mode: "patch", columns: names },
      ...{ ...counts, changedItems, newItems },
      status: counts.validLines ? "applied" : "refused",
      numberOfLines: input.body.length,
      rejectedLines: rejections.count,
      reason: counts.validLines ? null : "The PATCH has no valid line.",
      durationMs: Math.round(performance.now() - started),
    };
    recordIngest(ctx, tx, { retailerId, storeId, ingest, rejections: rejections.kept });
    await touchSource(tx, store, ingest, now);
    watchUnseen(tx, store, unseenSince);
    return ingest;
  };
  return ctx.db.sqlTransaction(store, patch);
}

/** A valid line connects the source. A PATCH is the latest ingest only until the first feed arrives. */
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
