import type { Sql, SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import {
  barcodeTextOf,
  DecimalSigns,
  DroppedCounts,
  findColumns,
  type LineRules,
  type RawStockLine,
  readStockLine,
  readStoreProduct,
  type StockField,
  type StockOptions,
  type StoreProductField,
  stockColumns,
  storeProductColumns,
  textOf,
  withColumns,
} from "../../core/feeds/index.ts";
import { exactKeysOf, existingKeys, itemOf } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { planStock, type StockWrite, writeStock } from "./internal/apply-stock.ts";
import { changeSource, watchUnseen } from "./internal/change-source.ts";
import { lockStore } from "./internal/received-feed.ts";
import { noDetails, Rejections, recordIngest, superseded } from "./internal/record-ingest.ts";
import { readSource } from "./internal/source.ts";
import { storeOptions } from "./internal/stock-options.ts";
import { openStage, type StagedLine, stageLines } from "./internal/stock-stage.ts";
import { type ProductLine, patchStoreProducts } from "./internal/store-products.ts";
import type { Ingest, PatchStock } from "./inventory.schema.ts";
import { countPatchLinesSql, rejectIncompleteSql, rejectSupersededSql } from "./stock.sql.ts";

/** Maximum number of ignored members that the answer names. */
const MOST_IGNORED = 100;

type Field = StockField | StoreProductField;
/** The members of each field, and the rules that their names give. */
interface Found {
  fields: (readonly [Field, string[]])[];
  rules: Pick<LineRules, "priceCurrency" | "minor">;
}
const isProduct = (field: Field): field is StoreProductField => field in storeProductColumns;

/** Finds the members of lines. Most lines have the same members, so their fields are looked up once. */
class Members {
  readonly names: Record<string, string> = {};
  readonly ignored = new Set<string>();
  readonly dropped = new DroppedCounts();
  readonly options: StockOptions;
  readonly #known = new Map<string, Found>();

  constructor(options: StockOptions) {
    this.options = options;
  }

  /**
   * The stock in a line, the fields with a JSON number, and the rules of its members. Of several members for a field, the first one with a
   * value counts.
   */
  stock(line: Record<string, unknown>) {
    const raw: RawStockLine = {};
    const numbers = new Set<StockField>();
    const { fields, rules } = this.#find(Object.keys(line));
    for (const [field, members] of fields) {
      if (isProduct(field)) continue;
      const value = line[filled(line, field, members)];
      raw[field] = valueReader(field)(value);
      if (typeof value === "number") numbers.add(field);
    }
    const barcodes = new Map(fields).get("barcode") ?? [];
    const { currency, country } = this.options;
    const place = { name: () => filled(line, "barcode", barcodes), country };
    return { raw, numbers, rules: { ...rules, place, currency, partial: true } };
  }

  /** The product data in a line; undefined for a line without product data. */
  product(line: Record<string, unknown>, number: number) {
    const fields = this.#find(Object.keys(line)).fields.filter(([field]) => isProduct(field));
    if (!fields.length) return undefined;
    const values = new Map(fields.map(([field, members]) => [field, members.map((one) => textOf(line[one]) ?? "")]));
    return readStoreProduct(
      (field) => values.get(field) ?? [],
      (rejection) => this.dropped.add(number, rejection),
    );
  }

  #find(members: string[]): Found {
    const key = JSON.stringify(members);
    const known = this.#known.get(key);
    if (known) return known;
    const { currency, names, columns } = this.options;
    // The lines of a PATCH are those of the store in its address.
    const mapping = { ...columns, store: [] };
    const stock = findColumns<StockField>(members, stockColumns, { store: { currency, names }, mapping });
    const found = withColumns(members, stock, storeProductColumns);
    const fields = [...found.indexes].map(([field, indexes]) => {
      const own = indexes.map((index) => members[found.positions[index] ?? -1] ?? "");
      this.names[field] ??= own[0] ?? "";
      return [field, own] as const;
    });
    const taken = new Set(fields.flatMap(([, own]) => own));
    for (const member of members) {
      if (!taken.has(member) && this.ignored.size < MOST_IGNORED) this.ignored.add(shownMember(member));
    }
    const named = { fields, rules: { priceCurrency: found.priceCurrency, minor: found.minorPrice } };
    this.#known.set(key, named);
    return named;
  }
}

const valueReader = (field: StockField) => (field === "barcode" ? barcodeTextOf : textOf);

/** The member of a line that counts for a field: the first one with a value. */
const filled = (line: Record<string, unknown>, field: StockField, members: string[]): string =>
  members.find((member) => valueReader(field)(line[member])?.trim()) ?? members[0] ?? "";

const shownMember = (member: string): string => member.slice(0, 100).replaceAll("\0", "").toWellFormed();

/** Applies the rules of lines. Texts of all lines together show the decimal sign of a field. */
function readAll(lines: PatchStock["body"], members: Members) {
  const given = lines.map((line) => members.stock(line));
  const signs = new DecimalSigns();
  for (const { raw, numbers } of given) {
    for (const field of ["price", "quantity"] as const) {
      if (!numbers.has(field)) signs.add(field, field, raw[field] ?? "");
    }
  }
  return given.map(({ raw, numbers, rules }) => {
    const signOf = (field: "price" | "quantity") => (numbers.has(field) ? "." : signs.of(field));
    return readStockLine(raw, { ...rules, signs: { price: signOf("price"), quantity: signOf("quantity") } });
  });
}

/** The lines of a PATCH as rows to stage. Lines count from 1. Invalid lines go to `rejections`. */
async function readLines(
  sql: Sql,
  store: StoreIds,
  lines: PatchStock["body"],
  members: Members,
  rejections: Rejections,
) {
  const all = readAll(lines, members);
  const existing = await existingKeys(sql, store, exactKeysOf(all));
  const valid: StagedLine[] = [];
  const products: ProductLine[] = [];
  const seen = new Map<string, StagedLine>();
  for (const [index, member] of lines.entries()) {
    const line = index + 1;
    const read = all[index] as (typeof all)[number];
    if ("code" in read) {
      const { barcode, exactKey, ...rejection } = read;
      rejections.add({ line, ...rejection });
      if (barcode === null) continue;
      const { itemKey } = itemOf({ barcode, ...(exactKey !== undefined && { exactKey }) }, existing);
      const nothing = { barcode: null, price: null, quantity: null, currency: null, condition: null, status: null };
      seen.set(itemKey, { line: 0, kind: "s", itemKey, ...nothing });
    } else {
      const { pence, thousandths, currency, condition, status } = read;
      const { barcode, itemKey } = itemOf(read, existing);
      const price = pence === null ? null : (pence / 100).toFixed(2);
      const quantity = thousandths === null ? null : (thousandths / 1_000).toFixed(3);
      valid.push({ line, kind: "p", itemKey, barcode, price, quantity, currency, condition, status });
      const product = members.product(member, line);
      if (product) products.push({ line, itemKey, ...product });
    }
  }
  return { staged: [...valid, ...seen.values()], products };
}

/** Leaves at most one row per item in `stock_stage`, and rejects the other lines. */
async function settleLines(tx: SqlTx, ids: string[], { several }: { several: boolean }, rejections: Rejections) {
  const [incomplete, replaced, [counts]] = await Promise.all([
    tx.query<{ line: number; field: "price" | "quantity" }>(rejectIncompleteSql, ids),
    several ? tx.query<{ line: number; barcode: string }>(rejectSupersededSql) : [],
    tx.query<Pick<Ingest, "validLines" | "inStockValidLines">>(countPatchLinesSql, ids),
  ]);
  if (!counts) throw new Error("an aggregate gave no row");
  for (const { line, barcode } of replaced) if (line > 0) rejections.add(superseded(line, barcode));
  for (const { line, field } of incomplete) {
    const message = `The item is new, so its line must have a ${field}.`;
    rejections.add({ line, field, code: `missing_${field}`, message, value: null });
  }
  return { counts, incomplete: new Set(incomplete.map(({ line }) => line)) };
}

/**
 * Takes in lines of a till. Rejects invalid lines one by one. A line for a known item may leave out the price or the quantity.
 * A PATCH never makes the source invalid.
 */
export async function patchStock(ctx: Context, input: PatchStock): Promise<Ingest> {
  const store = await findStore(ctx, input);
  const { retailerId, storeId } = store;
  const started = performance.now();
  const members = new Members(storeOptions(store));
  const unread = new Rejections();
  const { staged, products } = await readLines(ctx.db, store, input.body, members, unread);
  const patch = async (tx: SqlTx): Promise<Ingest> => {
    const rejections = unread.copy();
    await openStage(tx);
    stageLines(tx, staged);
    await lockStore(tx, store);
    const now = ctx.now();
    const write: StockWrite = { store, now, staged: "lines", absentSince: now, leftOutSince: now };
    const [{ counts, incomplete }, planned] = await Promise.all([
      settleLines(tx, [retailerId, storeId], { several: staged.length > 1 }, rejections),
      planStock(tx, write),
    ]);
    const named = new Set(staged.filter(({ line }) => line > 0 && !incomplete.has(line)).map(({ itemKey }) => itemKey));
    const ofItems = products.filter(({ itemKey }) => named.has(itemKey));
    if (ofItems.length) await patchStoreProducts(tx, store, ofItems, now);
    await writeStock(ctx, tx, write, planned);
    const { changedItems, newItems } = planned;
    const ingest: Ingest = {
      ...{ id: newId(now), createdAt: now.toISOString(), mode: "patch", columns: members.names },
      ...{ ...noDetails, ignoredMembers: [...members.ignored], droppedValues: members.dropped.all },
      ...{ ...counts, changedItems, newItems },
      status: counts.validLines ? "applied" : "refused",
      numberOfLines: input.body.length,
      rejectedLines: rejections.count,
      reason: counts.validLines ? null : "The PATCH has no valid line.",
      durationMs: Math.round(performance.now() - started),
    };
    recordIngest(ctx, tx, { retailerId, storeId, ingest, rejections: rejections.kept });
    await touchSource(tx, store, ingest, now);
    watchUnseen(tx, store, planned.since);
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
  const before = await readSource(tx, store);
  const { source, latestIngestMode } = before;
  const connects = ingest.validLines > 0 && source.status !== "invalid";
  const isLatest = latestIngestMode === null || latestIngestMode === "patch";
  const change = {
    ...(connects && { status: "connected" as const }),
    ...(isLatest && { latestIngest: ingest }),
    ...((connects || isLatest) && { provider: "api" }),
  };
  await changeSource(tx, store, { ...change, heard: true }, now, before);
}
