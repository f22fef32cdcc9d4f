import { one, type Sql, type SqlTx } from "@highstreet/db";
import { ahead } from "../../access/find-retailer.ts";
import type { StoreIds } from "../../core/channels/index.ts";
import { DecimalSigns, numberFields, readStockLine, saleValues } from "../../core/feeds/index.ts";
import { recordHistory, type Write } from "../../core/history/index.ts";
import { exactKeysOf, existingKeys, itemOf } from "../../core/items/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { changeSource, readSource } from "../sources/index.ts";
import { settleParts } from "./apply-stock-files.ts";
import type { Ingest, PatchStock } from "./ingest.schema.ts";
import { openStage, planStock, type StockWrite, watchUnseen, writeStock } from "./internal/apply-stock.ts";
import { ownPart, PatchMembers, rejectWide } from "./internal/patch-members.ts";
import {
  changeOf,
  incomplete,
  type PatchLine,
  type QuantityChange,
  quantityText,
  rejectedChange,
  requireKey,
  takeChanges,
} from "./internal/quantity-changes.ts";
import { noDetails, Rejections, recordIngest, superseded } from "./internal/record-ingest.ts";
import { storeOptions } from "./internal/stock-options.ts";
import { type ProductLine, patchStoreProducts, settleStoreProducts } from "./internal/store-products.ts";
import {
  type ChangedRow,
  changedItemsSql,
  countPatchLinesSql,
  rejectIncompleteSql,
  rejectSupersededSql,
  stageLinesSql,
} from "./stock.sql.ts";

/** Texts of all lines together show the decimal sign of a field. */
function readAll(lines: PatchStock["body"], members: PatchMembers) {
  const given = lines.map((line) => {
    const own = ownPart(line);
    return { ...members.stock(own ?? line), isWide: own !== undefined, line };
  });
  const signs = new DecimalSigns();
  for (const { raw, numbers } of given) {
    for (const field of numberFields) {
      if (!numbers.has(field)) signs.add(field, field, raw[field] ?? "");
    }
  }
  return given.map(({ raw, numbers, wrong, rules, isWide, line }) => {
    const read = readStockLine(raw, { ...rules, signOf: (field) => (numbers.has(field) ? "." : signs.of(field)) });
    if (isWide) return rejectWide(read);
    if ("code" in read) return read;
    return wrong ? { ...read, ...wrong } : (rejectedChange(line, raw, read) ?? read);
  });
}

/** Lines count from 1. Invalid lines go to `rejections`. */
async function readLines(
  sql: Sql,
  store: StoreIds,
  lines: PatchStock["body"],
  members: PatchMembers,
  rejections: Rejections,
) {
  const all = readAll(lines, members);
  const existing = await existingKeys(sql, store, exactKeysOf(all));
  const valid: PatchLine[] = [];
  const changes = new Map<number, QuantityChange>();
  const products: ProductLine[] = [];
  const seen = new Set<string>();
  for (const [index, member] of lines.entries()) {
    const line = index + 1;
    const read = all[index] as (typeof all)[number];
    if ("code" in read) {
      const { barcode, exactKey, ...rejection } = read;
      rejections.add({ line, ...rejection });
      if (barcode === null) continue;
      const { itemKey } = itemOf({ barcode, ...(exactKey !== undefined && { exactKey }) }, existing);
      seen.add(itemKey);
    } else {
      const { pence, thousandths, currency, condition, status, sale, dropped } = read;
      if (dropped) members.dropped.add(line, dropped);
      const { barcode, itemKey } = itemOf(read, existing);
      const price = pence === null ? null : (pence / 100).toFixed(2);
      const quantity = thousandths === null ? null : quantityText(thousandths);
      const [regular_price, sale_price, sale_from, sale_until] = saleValues(sale);
      const ofSale = { regular_price, sale_price, sale_from, sale_until };
      const values = { barcode, price, quantity, currency, condition, status };
      valid.push({ line, kind: "p", item_key: itemKey, ...values, ...ofSale });
      const change = changeOf(member);
      if (change) changes.set(line, change);
      const product = members.product(member, line);
      if (product) products.push({ line, itemKey, ...product });
    }
  }
  return { valid, changes, seen, products };
}

type ReadLines = Awaited<ReturnType<typeof readLines>>;

async function settleLines(tx: SqlTx, ids: string[], { several }: { several: boolean }, rejections: Rejections) {
  const [unfinished, replaced, counted] = await Promise.all([
    tx.query<{ line: number; field: "price" | "quantity" }>(rejectIncompleteSql, ids),
    several ? tx.query<{ line: number; barcode: string }>(rejectSupersededSql) : [],
    tx.query<Pick<Ingest, "validLines" | "inStockValidLines">>(countPatchLinesSql, ids),
  ]);
  for (const { line, barcode } of replaced) if (line > 0) rejections.add(superseded(line, barcode));
  for (const { line, field } of unfinished) rejections.add({ line, ...incomplete(field) });
  return { counts: one(counted), unfinished: new Set(unfinished.map(({ line }) => line)) };
}

/** Turns changes of quantities into quantities, under the lock of the store, and stages all lines. */
async function stageLines(tx: SqlTx, store: StoreIds, read: ReadLines, rejections: Rejections) {
  await openStage(tx);
  if (read.changes.size) await lockStore(tx, store);
  const changed = read.changes.size ? await takeChanges(tx, store, read, rejections) : undefined;
  const lines = changed?.valid ?? read.valid;
  const rejected = changed?.rejected ?? new Map<number, string>();
  const seen = new Set([...read.seen, ...rejected.values()]);
  const staged = [...lines, ...[...seen].map((item_key) => ({ line: 0, kind: "s", item_key }))];
  await tx.execute(stageLinesSql, [JSON.stringify(staged)]);
  return { lines, rejected, earlier: changed?.earlier, several: staged.length > 1 };
}

/**
 * A line for a known item may leave out the price or the quantity. A PATCH never makes the source invalid. That of a person leaves it
 * as it is, because a count at the shelf says nothing about the till.
 * @throws ValidationFailed for a `quantityDelta` without an Idempotency-Key
 */
export async function patchStock(ctx: Context, input: PatchStock): Promise<Ingest> {
  const store = await findStore(ctx, input);
  const { retailerId, storeId } = store;
  requireKey(ctx, input.body);
  const started = performance.now();
  const members = new PatchMembers(storeOptions(ctx, store));
  const unread = new Rejections();
  await settleParts(ctx, { retailerId, storeId });
  const read = await readLines(ctx.db, store, input.body, members, unread);
  const patch = async (tx: SqlTx): Promise<Ingest> => {
    const rejections = unread.copy();
    const { lines, rejected, earlier, several } = await stageLines(tx, store, read, rejections);
    const { hasRules } = await lockStore(tx, store);
    const now = ctx.now();
    const heard = ahead(now, store.clockAhead);
    const since = { absentSince: heard, leftOutSince: heard };
    const write: StockWrite = { store: { ...store, hasRules }, now, staged: "lines", ...since };
    const [{ counts, unfinished }, planned] = await Promise.all([
      settleLines(tx, [retailerId, storeId], { several }, rejections),
      planStock(tx, write),
    ]);
    const named = new Set(lines.filter(({ line }) => !unfinished.has(line)).map(({ item_key }) => item_key));
    const products = read.products.filter(({ itemKey, line }) => named.has(itemKey) && !rejected.has(line));
    if (products.length) await patchStoreProducts(tx, store, products, now);
    const isByHand = ctx.actor?.kind === "staff";
    const counted = isByHand ? await tx.query<ChangedRow>(changedItemsSql, [retailerId, storeId]) : [];
    await writeStock(ctx, tx, write, planned);
    if (products.length) await settleStoreProducts(tx, write.store, now);
    const validLines = counts.validLines + (earlier?.validLines ?? 0);
    const ingest: Ingest = {
      id: newId(now),
      createdAt: now.toISOString(),
      mode: "patch",
      columns: members.names,
      ...noDetails,
      ignoredMembers: [...members.ignored],
      droppedValues: members.dropped.all,
      validLines,
      inStockValidLines: counts.inStockValidLines + (earlier?.inStockValidLines ?? 0),
      changedItems: planned.changedItems,
      newItems: planned.newItems,
      status: validLines ? "applied" : "refused",
      numberOfLines: input.body.length,
      rejectedLines: rejections.count,
      reason: validLines ? null : "The PATCH has no valid line.",
      durationMs: Math.round(performance.now() - started),
    };
    await recordIngest(ctx, tx, { retailerId, storeId, ingest, rejections: rejections.kept });
    const changes = counted.map((row) => changeWrite(store, row));
    await (isByHand ? recordHistory(ctx, tx, changes) : touchSource(tx, store, ingest, { now, heard }));
    await watchUnseen(tx, store, planned.since);
    return ingest;
  };
  return ctx.db.sqlTransaction(store, patch);
}

function changeWrite({ retailerId, storeId }: StoreIds, { itemKey, barcode, before, after }: ChangedRow): Write {
  return { retailerId, action: "item.update", target: { type: "item", storeId, barcode }, itemKey, before, after };
}

/**
 * A valid line connects the source, unless a call ended it. A PATCH is the latest ingest only until the first feed arrives.
 */
async function touchSource(
  tx: SqlTx,
  store: { retailerId: string; storeId: string },
  ingest: Ingest,
  { now, heard }: { now: Date; heard: Date },
): Promise<void> {
  const before = await readSource(tx, store);
  if (before.isEnded) return;
  const { source, latestIngestMode } = before;
  const connects = ingest.validLines > 0 && source.status !== "invalid";
  const isLatest = latestIngestMode === null || latestIngestMode === "patch";
  const change = {
    ...(connects && { status: "connected" as const }),
    ...(isLatest && { latestIngest: ingest }),
    ...((connects || isLatest) && { provider: "api" }),
  };
  await changeSource(tx, store, { ...change, heard: true, at: heard }, now, before);
}
