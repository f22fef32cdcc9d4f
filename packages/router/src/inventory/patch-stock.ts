import type { Tx } from "@highstreet/db";
import type { Context } from "../context.ts";
import { lockStores } from "../events/index.ts";
import { newId } from "../ids.ts";
import { findStore, storeNotFound } from "../stores/index.ts";
import { applyStock } from "./apply-stock.ts";
import { changeSource } from "./change-source.ts";
import { findColumns, stockColumns } from "./feed-columns.ts";
import type { Ingest, PatchStock } from "./inventory.schema.ts";
import { readSource } from "./read-source.ts";
import { Rejections, recordIngest } from "./record-ingest.ts";
import { type RawStockLine, readStockLine, type StockField } from "./stock-line.ts";
import { copyToStage, openStage, stagedLine } from "./stock-stage.ts";

/** A member's value as a feed would spell it; an object or array is no value of a line. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  return value === null ? undefined : JSON.stringify(value)?.slice(0, 200);
}

function rawLine(line: Record<string, unknown>, names: Record<string, string>): RawStockLine {
  const members = Object.keys(line);
  const raw: RawStockLine = {};
  for (const [field, [index]] of findColumns<StockField>(members, stockColumns).indexes) {
    const member = index === undefined ? undefined : members[index];
    if (member === undefined) continue;
    raw[field] = textOf(line[member]);
    names[field] ??= member;
  }
  return raw;
}

/** Stages what passes the rules; lines are counted from 1. */
function* stage(lines: PatchStock["body"], names: Record<string, string>, rejections: Rejections): Generator<string> {
  for (const [index, line] of lines.entries()) {
    const read = readStockLine(rawLine(line, names), { commas: false, partial: true });
    if (!("code" in read)) {
      yield stagedLine(index + 1, read);
      continue;
    }
    const { itemKey: _itemKey, ...rejection } = read;
    rejections.add({ line: index + 1, ...rejection });
  }
}

/**
 * Takes in lines of a live till (contract §3, PATCH lines): bad ones are rejected one by one. Price or quantity may be left
 * out for an item that is known. Never makes the source invalid.
 */
export async function patchStock(ctx: Context, input: PatchStock): Promise<Ingest> {
  const store = await findStore(ctx, input);
  const started = performance.now();
  const names: Record<string, string> = {};
  const rejections = new Rejections();
  const staged = [...stage(input.body, names, rejections)];
  return ctx.db.transaction(async (tx) => {
    await openStage(tx);
    await copyToStage(tx, staged);
    const found = await lockStores(tx, store.retailerId, [store.storeId]);
    if (!found.length) throw storeNotFound();
    const now = ctx.now();
    const applied = await applyStock(tx, store, "patch", now);
    for (const { line, barcode } of applied.superseded) {
      const message = "A later line has the same barcode.";
      rejections.add({ line, field: "barcode", code: "superseded", message, value: barcode });
    }
    for (const { line, field } of applied.incomplete) {
      const message = `The item is not known yet, so its line must give a ${field}.`;
      rejections.add({ line, field, code: `missing_${field}`, message, value: null });
    }
    const { validLines, inStockValidLines, changedItems, newItems } = applied;
    const ingest: Ingest = {
      ...{ id: newId(now), createdAt: now.toISOString(), mode: "patch", columns: names },
      ...{ validLines, inStockValidLines, changedItems, newItems },
      status: validLines ? "applied" : "refused",
      numberOfLines: input.body.length,
      rejectedLines: rejections.count,
      durationMs: Math.round(performance.now() - started),
    };
    await recordIngest(ctx, tx, {
      retailerId: store.retailerId,
      storeId: store.storeId,
      ingest,
      rejections: rejections.kept,
    });
    await touchSource(tx, store, ingest, now);
    return ingest;
  });
}

/** A till's line connects a source that was not, and counts as its latest ingest only while no feed has come. */
async function touchSource(
  tx: Tx,
  store: { retailerId: string; storeId: string },
  ingest: Ingest,
  now: Date,
): Promise<void> {
  const { source, latestIngestMode } = await readSource(tx, store);
  const connects = ingest.validLines > 0 && source.status !== "invalid";
  const isLatest = latestIngestMode === null || latestIngestMode === "patch";
  if (!connects && !isLatest) return;
  await changeSource(
    tx,
    store,
    { status: connects ? "connected" : source.status, provider: "api", latestIngest: isLatest ? ingest : undefined },
    now,
  );
}
