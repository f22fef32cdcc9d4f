import { isGtin } from "./lines/barcode.ts";
import { type Columns, indexOf, productColumns } from "./lines/feed-columns.ts";
import { guardOf } from "./lines/guards.ts";
import { isCurrencyCode } from "./lines/read-price.ts";
import type { StockField } from "./lines/stock-line.ts";
import { plain } from "./lines/words-behind.ts";
import { pieceNames } from "./other-tables.ts";
import type { StockOptions } from "./read-stock.ts";

/** If the column of the quantity has only words, 0 and 1 (`Available`: `Yes`), a second column for the quantity with numbers counts. */
function withCounts(
  names: readonly string[],
  values: readonly string[][],
  columns: Columns<StockField>,
  columnsOf: (names: readonly string[]) => Columns<StockField>,
): Columns<StockField> {
  const at = placeOf(columns, "quantity");
  if (at === undefined || columns.rules.mapping?.quantity) return columns;
  const second = columnsOf(names.with(at, ""));
  const other = placeOf(second, "quantity");
  if (other === undefined || !values[at]?.length || !values[at].every((value) => /^(?:[01]|\P{N}+)$/u.test(value)))
    return columns;
  const isFlag = guardOf(names[at] ?? "") === "availability";
  return values[other]?.some((value) => /\p{Nd}/u.test(value) && (isFlag || !/^[01]$/.test(value))) ? second : columns;
}

const named = (value: string): string => value.trim().toLowerCase();
/** A shorter name is a code that other columns can have, too. */
const MIN_STORE_NAME = 3;
const productNames = new Set(Object.values(productColumns).flatMap(({ names }): readonly string[] => names));
const isOfProduct = (name: string): boolean =>
  productNames.has(plain(name)) ||
  pieceNames.has(plain(name)) ||
  /supplier|lieferant|fournis|provee|fornit|leveran/i.test(name);

/** The column whose values are names of several stores of the retailer, whatever its own name is. @param least how many values it has */
function storesAt(
  names: readonly string[],
  values: readonly string[][],
  least: number,
  options: Pick<StockOptions, "columns" | "names" | "stores" | "split">,
): number {
  const own = new Set(options.names.map(named));
  const all = [
    ...options.names,
    ...(options.stores ?? []),
    ...(options.split?.stores.flatMap((one) => one.names) ?? []),
  ];
  const known = new Set(all.map(named).filter((name) => /\p{L}/u.test(name)));
  const isStore = (value: string) => known.has(value) && (value.length >= MIN_STORE_NAME || /\d/.test(value));
  const isOfStores = (column: readonly string[], at: number): boolean => {
    const given = column.map(named);
    const hasOther = given.some((value) => known.has(value) && !own.has(value)) || options.split !== undefined;
    const isMost = given.filter(isStore).length * 3 >= given.length * 2;
    return given.length >= least && hasOther && isMost && !isOfProduct(names[at] ?? "");
  };
  const found = [...values.keys()].filter((at) => isOfStores(values[at] ?? [], at));
  return found.toSorted((a, b) => (values[b]?.length ?? 0) - (values[a]?.length ?? 0))[0] ?? -1;
}

/** No name, or one that says the currency of the price and of nothing else. */
const canSayCurrency = (name: string): boolean =>
  /^(?:(?:price|sales?|iso)?(?:currency|curr?|ccy)(?:code|symbol)?|symbol|iso|)$/.test(plain(name));

const areGtins = (values: readonly string[]): boolean =>
  values.length > 0 && new Set(values).size === values.length && values.every((one) => one.length > 8 && isGtin(one));

/** Columns that their values name: the stores, the currencies and the barcodes of the lines. */
export function byValues(
  names: readonly string[],
  values: readonly string[][],
  options: Pick<StockOptions, "columns" | "names" | "stores" | "split">,
  columnsOf: (names: readonly string[]) => Columns<StockField>,
): Columns<StockField> {
  // A line that is broken can have the name of a store in another column than all others.
  const named = placeOf(columnsOf(names), "store") ?? -1;
  const least = Math.max(1, values[named]?.length ?? 0);
  const stores = options.columns?.store === undefined ? storesAt(names, values, least, options) : -1;
  const free = stores < 0 ? names : names.with(stores, "");
  const columns = withCounts(free, values, columnsOf(free), columnsOf);
  const add = (field: StockField, at: number) => {
    columns.indexes.set(field, [indexOf(columns.positions, at)]);
    columns.names[field] = names[at]?.trim() || `column ${at + 1}`;
  };
  if (stores >= 0) add("store", stores);
  const code = values.findIndex((column, at) => plain(names[at] ?? "") === "code" && areGtins(column));
  if (code >= 0 && !columns.indexes.has("barcode") && !columns.rules.mapping?.barcode) add("barcode", code);
  if (columns.indexes.has("currency") || columns.rules.mapping?.currency) return columns;
  const currency = values.findIndex(
    (column, at) =>
      column.length > 0 &&
      !columns.positions.includes(at) &&
      canSayCurrency(names[at] ?? "") &&
      column.every((value) => isCurrencyCode(value) || /^\p{Sc}$/u.test(value)),
  );
  if (currency >= 0) add("currency", currency);
  return columns;
}

export const placeOf = ({ indexes, positions }: Columns<StockField>, field: StockField): number | undefined =>
  positions[indexes.get(field)?.[0] ?? -1];
