import { byValues, placeOf } from "./columns-by-values.ts";
import { namedWidth } from "./csv/csv-records.ts";
import type { Feed, FeedBytes, Wanted } from "./feed.ts";
import { FeedError } from "./feed-error.ts";
import { type FieldNames, neutralQuantities } from "./lines/column-names.ts";
import {
  addColumn,
  type ColumnMapping,
  type ColumnRules,
  type Columns,
  findColumns,
  indexOf,
  stockColumns,
  storeProductColumns,
  unrecognisedFeed,
  withColumns,
} from "./lines/feed-columns.ts";
import { shown } from "./lines/feed-line.ts";
import { type Guard, guardOf, isCount } from "./lines/guard-of.ts";
import { saysNoTax } from "./lines/header-name.ts";
import { saysOrigin } from "./lines/markets.ts";
import { otherPricesOf } from "./lines/other-prices.ts";
import { otherQuantitiesOf } from "./lines/other-quantities.ts";
import type { StoreProductField } from "./lines/product-line.ts";
import type { DecimalSign } from "./lines/read-decimal.ts";
import type { SaleClock } from "./lines/sale-price.ts";
import type { SkipReason, StockField } from "./lines/stock-line.ts";
import { meaningOf, plain, wordsOf } from "./lines/words-behind.ts";
import { saysAside } from "./lines-and-columns.ts";
import { isOfOther, pieceNames, rankOf, saysOtherCurrency, saysOtherPieces, saysOtherPrices } from "./other-tables.ts";
import { isPeriod, isSpan, isTodayOrEmpty } from "./periods.ts";
import { COMPLETE, readHeader, SHEET_RANK } from "./read-header.ts";
import { readRecords } from "./read-records.ts";
import { firstValues, suggestColumns } from "./suggest-columns.ts";
import { StockSurvey, type StoreOfFile } from "./survey-stock.ts";
import type { CellRole } from "./xlsx/number-format.ts";
import { hasHiddenRows, shownNames } from "./xlsx/sheet-rows.ts";

/** A stock feed needs a column for each of these fields. One of availability stands for one of the quantity. */
export const requiredFields: readonly StockField[] = ["barcode", "quantity"];

const isMissing = ({ indexes }: Columns<StockField>, field: StockField): boolean =>
  !indexes.has(field) && !(field === "quantity" && indexes.has("availability"));

/** The store of a stock feed, and the choices that a person made for its files. */
export interface StockOptions extends SaleClock {
  currency: string;
  country?: string;
  /** Name and external id. A header can contain them: `Available (Leeds)`. */
  names: readonly string[];
  columns?: ColumnMapping | undefined;
  /** The words are in lower case. */
  words?: Readonly<Record<string, number>> | undefined;
  /** The decimal sign of numbers such as `1.234` in columns that do not show it. */
  decimalSign?: DecimalSign | undefined;
  /** Names, external ids and store codes of the retailer's stores, for a column of stores. */
  stores?: readonly string[] | undefined;
  /** The file is of several stores. Then `country`, `names` and `timeZone` are those of each store. */
  split?: Split | undefined;
}

interface Split {
  retailerId: string;
  fileId?: string;
  stores: readonly StoreOfFile[];
}

/** `allColumns` also has the columns of product data. */
export type StockFeed = Feed & {
  columns: Columns<StockField>;
  allColumns: Columns<StockField | StoreProductField>;
  options: StockOptions;
  survey: StockSurvey;
  /** Columns without a field that say something about the numbers of a line, by their indexes in a record. */
  guards: Map<number, Guard>;
  /** The indexes of the columns that say which piece of the stock a line has. */
  pieces: number[];
  /** Of the valid lines so far, if there is a column of currencies. */
  currencies: Set<string>;
  /** Whether a barcode so far has other text beside it. */
  hasRests: boolean;
  skippedLines: Record<SkipReason, number>;
};

const rulesOf = ({ currency, country, names, columns, stores = [] }: StockOptions): ColumnRules => ({
  store: { currency, country, names, stores: new Set(stores.map(plain)) },
  mapping: columns,
});

/** Whether the mapping has columns that the header lacks. The members of JSON objects can follow later. */
const isIncomplete = ({ absent }: Columns<StockField>, format: Feed["format"]): boolean =>
  format !== "json" && format !== "ndjson" && Object.keys(absent).length > 0;

/**
 * A feed's columns and the missing columns, and whether the feed would be refused. A feed without a price column keeps the prices of
 * known items.
 * @param later all names of columns, if a first look found some behind the header, and those of them that say no other quantity
 */
export async function lookAtStock(
  spool: FeedBytes,
  options: StockOptions,
  later?: { names: string[]; agreeing: ReadonlySet<number> },
): Promise<{ feed: StockFeed; missing: StockField[]; isRefused: boolean }> {
  const rules = rulesOf(options);
  const allOf = (names: readonly string[]) => findColumns<StockField>(names, stockColumns, rules);
  const columnsOf = (names: readonly string[]) => allOf(names.map((name, at) => (later?.agreeing.has(at) ? "" : name)));
  const isAnyMissing = (columns: Columns<StockField>) => requiredFields.some((field) => isMissing(columns, field));
  const feed = await readHeader(spool, (names, sheet = "") => {
    if (isOfOther(sheet, rules.store)) return 0;
    const columns = columnsOf(names);
    const isComplete = !isAnyMissing(columns) && !isIncomplete(columns, "csv");
    return columns.indexes.size + (isComplete ? COMPLETE + SHEET_RANK * rankOf(sheet, rules.store) : 0);
  });
  feed.names = later?.names ?? shownNames(feed, columnsOf);
  const { values, rows } = await firstValues(feed);
  const columns = byValues(feed.names, { values, rows }, options, columnsOf);
  checkAbove(feed, columns);
  checkSheets(feed, columns, options);
  const isRefused = isAnyMissing(columns) || isIncomplete(columns, feed.format);
  const missing = (["barcode", "price", "quantity"] as const).filter((field) => isRefused && isMissing(columns, field));
  const allColumns = withColumns(feed.names, columns, storeProductColumns);
  const survey = new StockSurvey(columns, options, feed);
  const known = feed.names.length;
  const skippedLines = { otherStore: 0, total: 0, picture: 0 };
  const aside = { guards: new Map<number, Guard>(), pieces: [], currencies: new Set<string>(), hasRests: false };
  const stockFeed: StockFeed = { ...feed, columns, allColumns, options, survey, skippedLines, ...aside };
  const all = { ...columns, positions: allColumns.positions };
  for (const [index, guard] of otherQuantitiesOf(feed.names, all, values)) stockFeed.guards.set(index, guard);
  const flag = placeOf(allOf(feed.names), "quantity");
  // The column gave way to one with numbers.
  if (flag !== undefined && !all.positions.includes(flag)) stockFeed.guards.set(indexOf(all.positions, flag), "flag");
  for (const at of feed.names.keys()) readAside(stockFeed, at, values[at]);
  for (const [index, guard] of otherPricesOf(feed.names, all)) stockFeed.guards.set(index, guard);
  // Only the records have the last columns of JSON, and the stores. Any other file is surveyed if a line asks for it.
  if (!isRefused && (feed.format !== "csv" || columns.indexes.has("store"))) await surveyFeed(stockFeed);
  // A late line of JSON can be the first with a name that means more than those before it.
  if (!later && feed.names.length > known)
    return lookAtStock(spool, options, { names: feed.names, agreeing: await agreeingOf(stockFeed, known) });
  // A file of several stores keeps its column until its records are read.
  if (!survey.hasStores && !(options.split && isRefused)) forgetStores(stockFeed, values);
  return { feed: stockFeed, missing, isRefused };
}

/** Whether several quantities or prices of a barcode can be of several parts of the stock, of several stores, or hidden. */
export const hasPlaces = (feed: StockFeed): boolean => feed.survey.hasPlaces || feed.hasRests || hasHiddenRows(feed);

/** Whether the name of the quantity says of what it is. */
const saysStock = ({ quantity = "" }: Columns<StockField>["names"]): boolean =>
  !neutralQuantities.includes(plain(quantity));

/** @throws UnrecognisedFeed for a text above the header that gives the numbers another meaning */
function checkAbove({ above = [], names }: Feed, columns: Columns<StockField>): void {
  const isStock = saysStock(columns.names);
  const numbers = (["price", "quantity"] as const).map((field) => placeOf(columns, field) ?? -1);
  const groups = numbers
    .map((at) => above.at(-1)?.[at]?.trim() ?? "")
    .filter((text) => text && (!/\d/.test(text) || /^(?:19|20)\d\d$/.test(text)));
  const isGrouped = (above.at(-1) ?? []).filter((text) => text.trim()).length > 1 || !above.at(-1)?.[0]?.trim();
  const said =
    above.find((line) => saysAside(line, columns.rules.store, isStock))?.find((text) => text.trim()) ??
    groups.find(
      (text) =>
        isGrouped &&
        (saysNoTax(text) ||
          (!isStock && !above.at(-1)?.[0]?.trim() && isPeriod(text) && !above.at(-1)?.every(isTodayOrEmpty)) ||
          meaningOf(wordsOf(text)) === "another"),
    );
  if (said === undefined) return;
  const message = `"${shown(said.trim())}" stands above the names of the columns, so the numbers may mean something else. Remove this line if they are the stock and the prices of this store, and send the file again.`;
  throw new FeedError("UnrecognisedFeed", message, {
    seen: names.slice(0, 50).map(shown),
    missing: [],
    reason: "title",
  });
}

/** @throws UnrecognisedFeed for a sheet of prices without tax, of other buyers, or in another currency, and of pieces that are no stock */
function checkSheets(feed: Feed, { indexes, names }: Columns<StockField>, { currency, split }: StockOptions): void {
  if (feed.format !== "xlsx") return;
  const isOneCurrency = !split && !indexes.has("currency");
  const isForeign = (name: string) => isOneCurrency && saysOtherCurrency(name, currency);
  const isOther = (name: string) =>
    (indexes.has("price") && (saysOtherPrices(name) || isForeign(name))) ||
    (!saysStock(names) && (saysOtherPieces(name) || isSpan(name)));
  const sheet = feed.sheets.map(({ name }) => name).find(isOther);
  if (!sheet) return;
  const message = `The name of the sheet "${shown(sheet)}" says other numbers than the stock and the prices of this store. Rename it if they are, and send the file again.`;
  throw new FeedError("UnrecognisedFeed", message, { seen: [shown(sheet)], missing: [], reason: "title" });
}

/** Of the late columns of quantities, those that have no number, or that of their line. @param known the number of the names before */
async function agreeingOf(feed: StockFeed, known: number): Promise<Set<number>> {
  const { names, columns } = feed;
  const own = placeOf(columns, "quantity") ?? names.length;
  const late = [...names.keys()].filter(
    (at) => at >= known && hasNumbers(names[at] ?? "", { quantity }, columns.rules),
  );
  const agreeing = new Set(own < known ? late : []);
  if (!agreeing.size) return agreeing;
  for await (const batch of readRecords(feed, { positions: [own, ...late] }))
    for (const { fields = [] } of batch)
      for (const [n, at] of late.entries()) {
        const said = fields[n + 1]?.trim() ?? "";
        if (/\d/.test(said) && said !== fields[0]?.trim()) agreeing.delete(at);
      }
  return agreeing;
}

export async function surveyFeed(feed: StockFeed): Promise<void> {
  for await (const batch of readRecords(feed, wantedOf(feed))) feed.survey.add(batch);
  feed.survey.isComplete = true;
}

/** Also reads columns that have no field. */
function readAside(
  { names, columns, allColumns, guards, pieces }: StockFeed,
  at: number,
  values: readonly string[] = [],
): void {
  const { positions } = allColumns;
  const name = names[at] ?? "";
  const before = at - 1 === placeOf(columns, "price") ? "" : names[at - 1];
  const guard =
    positions.includes(at) || isCount(name, values)
      ? undefined
      : guardOf(name, before, names.some(saysOrigin) ? [] : values);
  if (guard) guards.set(indexOf(positions, at), guard);
  if (guard === "content") indexOf(positions, at - 1);
  if (pieceNames.has(plain(name))) pieces.push(indexOf(positions, at));
}

/** Leaves the column of places out, so that it counts as ignored. */
function forgetStores(feed: StockFeed, values: readonly string[][]): void {
  const at = placeOf(feed.columns, "store");
  for (const { indexes, names, positions } of at === undefined ? [] : [feed.columns, feed.allColumns]) {
    const [index = -1] = indexes.get("store") ?? [];
    indexes.delete("store");
    delete names.store;
    positions[index] = -1;
  }
  if (at !== undefined) readAside(feed, at, values[at]);
}

/** @throws UnrecognisedFeed if a required column is missing; PayloadTooLarge (XLSX) */
export async function readStockHeader(spool: FeedBytes, options: StockOptions): Promise<StockFeed> {
  const { feed, missing, isRefused } = await lookAtStock(spool, options);
  if (!isRefused) {
    if (!spool.isPartial) feed.survey.checkStores();
    return feed;
  }
  const fields = missing.includes("quantity") ? ([...missing, "availability"] as const) : missing;
  const suggestions = await suggestColumns(feed, fields, feed.columns.positions);
  throw unrecognisedFeed(feed.names, { missing, absent: feed.columns.absent }, feed.format, suggestions);
}

const roleOf: Partial<Record<StockField, CellRole>> = {
  barcode: "code",
  quantity: "count",
  availability: "count",
  price: "price",
  salePrice: "price",
};

const { price, quantity } = stockColumns;
const hasNumbers = (name: string, fields: Record<string, FieldNames>, rules: ColumnRules): boolean =>
  findColumns([name], fields, rules).indexes.size > 0;

/** The selected columns. A field without a name in the header takes the first later name for the field (JSON). */
export function wantedOf(feed: StockFeed): Wanted {
  const { format, names, columns, allColumns } = feed;
  const { positions } = allColumns;
  // In CSV, columns without a name at the end show that a line has a delimiter too many.
  const nameless = format === "csv" ? [...names.keys()].slice(namedWidth(names)) : [];
  const roles = Object.entries(roleOf).flatMap(([field, role]) =>
    (columns.indexes.get(field as StockField) ?? []).map((index) => [positions[index] ?? -1, role] as const),
  );
  return {
    positions: nameless.length ? [...positions, ...nameless] : positions,
    roles: new Map(roles),
    wants(name, index) {
      const isFound =
        addColumn(columns, stockColumns, name, index) || addColumn(allColumns, storeProductColumns, name, index);
      const isKnown =
        guardOf(name) || pieceNames.has(plain(name)) || hasNumbers(name, { price, quantity }, columns.rules);
      if (!isFound && !isKnown) return false;
      // The next pass knows the name from the header.
      const at = names.push(name) - 1;
      if (isFound) positions.push(at);
      readAside(feed, at);
      return true;
    },
  };
}
