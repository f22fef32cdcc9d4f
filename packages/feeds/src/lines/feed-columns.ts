import { FeedError } from "../feed-error.ts";
import { columnsOf, positionsOf } from "./choose-columns.ts";
import { type FieldNames, productNames, stockNames } from "./column-names.ts";
import { type HeaderName, readHeaderName, type StoreContext } from "./header-name.ts";
import { plain } from "./words-behind.ts";

export {
  productNames as productColumns,
  stockNames as stockColumns,
  storeProductNames as storeProductColumns,
} from "./column-names.ts";

/** The columns that a person chose for fields, by their names in the header. An empty list: the file has no such column. */
export type ColumnMapping = Record<string, string | readonly string[]>;

export interface ColumnRules {
  store: StoreContext;
  mapping?: ColumnMapping | undefined;
}

/** A header without a store and without a mapping, for product data. */
export const noStore: ColumnRules = { store: { currency: "", names: [] } };

/** Other columns are not read. */
export interface Columns<Field extends string> {
  /** Among the selected columns. */
  indexes: Map<Field, number[]>;
  positions: number[];
  /** The header's spelling of each field's first column. */
  names: Record<string, string>;
  /** For lines without a value in the first column of the field. */
  fallbacks: Record<string, string[]>;
  /** Columns of the mapping that the header lacks. */
  absent: Record<string, string[]>;
  /** Columns of numbers that have the same name, among the selected columns. */
  repeated: number[][];
  priceCurrency: string | undefined;
  minorPrice: boolean;
  /** Its name can mean nothing else, or a mapping names the column. */
  storeIsCertain: boolean;
  rules: ColumnRules;
}

type Known<Field extends string> = Record<Field, FieldNames>;

const listOf = (names: string | readonly string[]): readonly string[] => (typeof names === "string" ? [names] : names);

/** Finds the column that a mapping names: spelled exactly, otherwise with the same letters and digits. */
function mappedColumns(header: readonly string[], read: readonly HeaderName[]): (name: string) => number {
  const exact = new Map(header.map((column, at) => [column.trim(), at] as const).reverse());
  const same = new Map(read.map(({ whole }, at) => [whole[0], at] as const).reverse());
  return (name) => exact.get(name.trim()) ?? same.get(plain(name)) ?? -1;
}

const namesSale = (mapping: ColumnMapping = {}): boolean =>
  ["saleFrom", "saleUntil", "saleDates"].some((field) => mapping[field]?.length);

/**
 * Finds the fields by the names of a header or the members of a line, never by position.
 * @param earlier the fields that earlier lines have (JSON)
 */
export function findColumns<Field extends string>(
  header: readonly string[],
  known: Known<Field>,
  rules: ColumnRules,
  earlier: ReadonlyMap<string, unknown> = new Map(),
): Columns<Field> {
  const read = header.map((name) => readHeaderName(name, rules.store));
  const columns: Columns<Field> = {
    indexes: new Map(),
    positions: [],
    names: {},
    fallbacks: {},
    absent: {},
    repeated: [],
    priceCurrency: undefined,
    minorPrice: false,
    storeIsCertain: false,
    rules,
  };
  const fields = Object.keys(known) as Field[];
  const positions = positionsOf(
    read,
    fields.map((field) => known[field]),
  );
  const saleDays = read.map(({ saleDay }) => saleDay);
  // In JSON, a later line can be the first that names a sale price.
  const hasSaleDates =
    earlier.has("price") || saleDays.some((day) => day && day !== "flag") || namesSale(rules.mapping);
  const isFlagged = saleDays.includes("flag") || Boolean(rules.mapping?.saleFlag?.length);
  const named = { names: read, positions, saleDays, hasSaleDates, isFlagged, currency: rules.store.currency };
  const mappedColumn = mappedColumns(header, read);
  const chosen = new Map<Field, number[]>();
  for (const field of fields) {
    const mapped = rules.mapping?.[field];
    if (mapped === undefined) continue;
    const found = listOf(mapped).map((name) => [name, mappedColumn(name)] as const);
    const absent = found.filter(([, at]) => at < 0).map(([name]) => name);
    if (found.length && absent.length === found.length) columns.absent[field] = absent;
    chosen.set(
      field,
      found.map(([, at]) => at).filter((at) => at >= 0),
    );
  }
  const mapped = new Set([...chosen.values()].flat());
  for (const field of fields) {
    // A sale price is worth nothing without the price that counts on the other days.
    const needed = known[field].sale && (known[field].sale === "price" ? "price" : "salePrice");
    if (needed && !columns.indexes.has(needed as Field) && !earlier.has("price")) continue;
    const isFree = (at: number) => !mapped.has(at) && !columns.positions.includes(at);
    // A question such as `In stock?` counts if no other column does.
    const stated = chosen.get(field) ?? columnsOf(known[field], named, (at) => isFree(at) && !read[at]?.isQuestion);
    const found = stated.length || chosen.has(field) ? stated : columnsOf(known[field], named, isFree);
    if (!found.length) continue;
    columns.indexes.set(
      field,
      found.map((at) => indexOf(columns.positions, at)),
    );
    const { number, sale } = known[field];
    const same = number || sale === "price" ? sameNames(read, found) : [];
    columns.repeated.push(...same.map((all) => all.map((at) => indexOf(columns.positions, at))));
    const [first = "", ...rest] = found.map((at) => (header[at] ?? "").trim());
    columns.names[field] = first;
    if (rest.length) columns.fallbacks[field] = rest;
    const { currency, isMinor = false, whole = [], others = [] } = read[found[0] ?? -1] ?? {};
    if (field === "price") Object.assign(columns, { priceCurrency: currency, minorPrice: isMinor });
    const isCode = (form: string) => known[field].names.includes(form);
    if (field === "store") columns.storeIsCertain = chosen.has(field) || [...whole, ...others].some(isCode);
  }
  return columns;
}

/** For each column, the columns with its name, if there are several. */
function sameNames(header: readonly HeaderName[], found: readonly number[]): number[][] {
  // `Price £` and `Price €` have different names.
  const nameOf = (at: number) => `${header[at]?.whole[0]} ${header[at]?.currency ?? ""}`;
  const all = found.map((at) => [...header.keys()].filter((other) => nameOf(other) === nameOf(at)));
  return all.filter((same) => same.length > 1);
}

export function indexOf(positions: number[], position: number): number {
  const at = positions.indexOf(position);
  return at >= 0 ? at : positions.push(position) - 1;
}

/** Adds the columns of further fields to the columns of a header. A column that has a field gets no second one. */
export function withColumns<Field extends string, More extends string>(
  header: readonly string[],
  columns: Columns<Field>,
  known: Known<More>,
): Columns<Field | More> {
  const free = header.map((name, at) => (columns.positions.includes(at) ? "" : name));
  const more = findColumns<More>(free, known, columns.rules);
  const positions = [...columns.positions];
  const indexes = new Map<Field | More, number[]>(columns.indexes);
  for (const [field, own] of more.indexes) {
    indexes.set(
      field,
      own.map((index) => indexOf(positions, more.positions[index] ?? -1)),
    );
  }
  const names = { ...columns.names, ...more.names };
  return { ...columns, positions, indexes, names, fallbacks: { ...columns.fallbacks, ...more.fallbacks } };
}

/** Adds a name that appears after the header (JSON), if its field has no column yet. @returns whether it was added */
export function addColumn<Field extends string, Own extends Field>(
  columns: Columns<Field>,
  known: Known<Own>,
  name: string,
  index: number,
): boolean {
  const { indexes, names, rules } = columns;
  const found = findColumns([name], known, rules, indexes);
  const field = [...found.indexes.keys()].find((one) => !indexes.has(one));
  if (field === undefined) return false;
  indexes.set(field, [index]);
  names[field] = name.trim();
  if (field === "price") Object.assign(columns, { priceCurrency: found.priceCurrency, minorPrice: found.minorPrice });
  columns.storeIsCertain ||= found.storeIsCertain;
  return true;
}

const MAX_IGNORED = 100;
const shortened = (name: string): string => name.trim().slice(0, 100).toWellFormed().replaceAll("\0", "");

export function ignoredColumns(header: readonly string[], { indexes, positions, repeated }: Columns<string>): string[] {
  const taken = new Set([...indexes.values(), ...repeated].flat().map((index) => positions[index]));
  const ignored = header.filter((name, at) => !taken.has(at) && name.trim() !== "");
  return ignored.slice(0, MAX_IGNORED).map(shortened);
}

const SHOWN_NAMES = 8;

export function shownNames(field: string): string[] {
  const known: Record<string, FieldNames> = { ...productNames, ...stockNames };
  const { shown, names } = known[field] ?? { names: [field] };
  return [...(shown ?? names.slice(0, SHOWN_NAMES))];
}

/**
 * The members of the error name the seen and the missing columns.
 * @param suggestions names of the header that the missing fields may have
 */
export function unrecognisedFeed(
  header: readonly string[],
  { missing, absent }: { missing: readonly string[]; absent?: Record<string, string[]> },
  format: string,
  suggestions: Record<string, string[]> = {},
) {
  const seen = header.slice(0, 50).map(shortened);
  const gone = Object.entries(absent ?? {});
  if (gone.length) {
    const columns = gone.map(([field, names]) => `${field}: ${names.join(", ")}`).join("; ");
    const message = `The file has no column with a name of the mapping (${columns}).`;
    return new FeedError("UnrecognisedFeed", message, { seen, missing: gone.map(([field]) => field), suggestions });
  }
  const or = (field: string): string => (field === "quantity" ? " or availability" : "");
  const wanted = missing
    .map((field) => `${field}${or(field)} (a column named ${shownNames(field).join(", ")}, …)`)
    .join("; ");
  const where =
    format === "json" || format === "ndjson"
      ? "JSON must be an array of objects, or one object a line, with members that are named as columns are."
      : "One of the first 20 lines must name the columns.";
  const perhaps = Object.entries(suggestions).map(([field, names]) => `${field} may be ${names.join(" or ")}`);
  const hint = perhaps.length ? ` In this file, ${perhaps.join("; ")}.` : "";
  const message = `${where} Missing: ${wanted}.${hint} Name a column of your own by the parameter "columns".`;
  return new FeedError("UnrecognisedFeed", message, { seen, missing, suggestions });
}
