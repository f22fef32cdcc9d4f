import type { Feed, FeedRecord } from "./feed.ts";
import { FeedError } from "./feed-error.ts";
import { isbn10In } from "./lines/barcode.ts";
import { DecimalSigns } from "./lines/decimal-signs.ts";
import type { Columns } from "./lines/feed-columns.ts";
import { shown } from "./lines/feed-line.ts";
import { isTotal } from "./lines/no-product.ts";
import { numberFields, type StockField } from "./lines/stock-line.ts";
import { canNamePart, isOfOther, saysStore, saysWarehouse } from "./other-tables.ts";
import { isPeriod } from "./periods.ts";

const MAX_STORES = 100;
const MIN_NAME = 3;
const MAX_WORDS = 8;
/** A program that leaves out blank fields at the end of lines does so on many lines. A lost delimiter is on one. */
const MANY_LINES = 16;

export interface StoreOfFile {
  id: string;
  /** Id, name, external id and store code. */
  names: readonly string[];
  currency: string;
  country: string;
  timeZone: string;
  /** Its stock comes from a source of its own, so the file has no say in it. */
  hasOwnSource: boolean;
}

interface StoreNames {
  names: readonly string[];
  stores?: readonly string[] | undefined;
  split?: { stores: readonly StoreOfFile[] } | undefined;
}

/** A line depends on the other lines of its file, and they are not surveyed yet. */
export class Unsurveyed extends Error {}

/** A pass over the file fills it. */
export class StockSurvey {
  isComplete = false;
  readonly stores = new Map<string, string>();
  /** Number of records and the signs of their numbers, by their width, because a line that lost a delimiter has wrong columns. */
  readonly #widths = new Map<number, { records: number; signs: DecimalSigns }>();
  #merged: DecimalSigns | undefined;
  readonly #columns: Columns<StockField>;
  readonly #names: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  /** null: several stores have the name. */
  readonly #byName: ReadonlyMap<string, StoreOfFile | null> | undefined;
  readonly #unknown = new Map<string, string>();
  readonly #widest: number;
  readonly #sheets: string[];
  readonly #codes = { all: 0, numbers: 0 };
  readonly #quantities = { all: 0, flags: 0 };
  readonly #header: readonly string[];
  #usualWidth = -1;
  #isOurs = false;
  #hasIsbn10 = false;
  /** Whether a line names a known store. */
  isKnown = false;

  constructor(columns: Columns<StockField>, { names, stores = [], split }: StoreNames, feed: Feed) {
    this.#widest = feed.format === "csv" ? feed.usualWidth : feed.names.length;
    // The header counts as one of the lines, so that a single line is compared with it.
    if (feed.format === "csv") this.#widths.set(this.#widest, { records: 1, signs: new DecimalSigns() });
    this.#sheets = feed.format === "xlsx" ? feed.sheets.map(({ name }) => name) : [];
    this.#header = feed.names;
    this.#columns = columns;
    this.#names = new Set(names.map(placeOf));
    this.#byName = split && byName(split.stores);
    this.#known = new Set(this.#byName?.keys() ?? [...names, ...stores].map(placeOf));
  }

  add(records: readonly FeedRecord[]): void {
    const { indexes } = this.#columns;
    const columns = numberFields.flatMap((field) => (indexes.get(field) ?? []).map((at) => ({ field, at })));
    const [store = -1] = indexes.get("store") ?? [];
    const barcodes = indexes.get("barcode") ?? [];
    const [quantity = -1] = indexes.get("quantity") ?? [];
    for (const { fields, width, numbers } of records) {
      if (!fields) continue;
      const same = this.#widths.get(width) ?? { records: 0, signs: new DecimalSigns() };
      this.#widths.set(width, same);
      // The rest of a line that was cut has no barcode, and is as short as its beginning.
      const code = barcodes.map((at) => fields[at]?.trim()).find(Boolean);
      if (code) {
        same.records++;
        this.#codes.all++;
        if (/^\d{8,14}$/.test(code)) this.#codes.numbers++;
      }
      const count = fields[quantity]?.trim();
      if (count) this.#quantities.all++;
      if (count === "0" || count === "1") this.#quantities.flags++;
      this.#hasIsbn10 ||= barcodes.some((at) => isbn10In(fields[at] ?? "") === "clear");
      for (const { field, at } of columns) if (!numbers?.has(at)) same.signs.add(at, field, fields[at] ?? "");
      const place = this.#placeOf(fields[store] ?? "");
      if (!place || isTotal((fields[store] ?? "").trim())) continue;
      this.#isOurs ||= this.#names.has(place);
      const isStore = this.#known.has(place);
      if (isStore || this.#storesIn(place).length) this.isKnown = true;
      if (!isStore && this.#unknown.size < MAX_STORES && !this.#unknown.has(place))
        this.#unknown.set(place, (fields[store] ?? "").trim());
      if (this.stores.size <= MAX_STORES && !this.stores.has(place))
        this.stores.set(place, (fields[store] ?? "").trim());
    }
  }

  /** The parts of a value that are names of known stores, with the words beside them. */
  #storesIn(place: string): { name: string; beside: string[] }[] {
    const words = place.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    if (words.length > MAX_WORDS) return [];
    return words.flatMap((_, at) =>
      words.slice(at).flatMap((_, length) => {
        const name = words.slice(at, at + length + 1).join(" ");
        const isName = name.length >= MIN_NAME && /\p{L}/u.test(name) && this.#known.has(name);
        return isName ? { name, beside: words.toSpliced(at, length + 1) } : [];
      }),
    );
  }

  /** `York Store` and `S2 - York` are York. `York 2`, `New York` and `York Warehouse` can be other places. */
  #placeOf(value: string): string {
    const place = placeOf(value);
    if (this.#known.has(place)) return place;
    const isSame = (name: string, other: string) =>
      this.#byName
        ? Boolean(this.#byName.get(name)) && this.#byName.get(name) === this.#byName.get(other)
        : this.#names.has(name) && this.#names.has(other);
    const isStore = (word: string) => saysStore(word) && !saysWarehouse(word);
    return (
      this.#storesIn(place).find(({ name, beside }) => beside.every(isStore) || isSame(name, beside.join(" ")))?.name ??
      place
    );
  }

  /** @throws Unsurveyed */
  get signs(): DecimalSigns {
    if (!this.isComplete) throw new Unsurveyed();
    this.#merged ??= DecimalSigns.of(
      [...this.#widths].flatMap(([width, { signs }]) => (width <= this.#widest && !this.isCut(width) ? signs : [])),
    );
    return this.#merged;
  }

  /**
   * Whether a line with fewer fields than most can have lost a delimiter, so that its values may be in other columns.
   * @throws Unsurveyed
   */
  isCut(width: number): boolean {
    if (width === this.#widest) return false;
    if (!this.isComplete) throw new Unsurveyed();
    if (this.#usualWidth < 0) {
      const [usual = [0]] = [...this.#widths]
        .filter(([one]) => one <= this.#widest)
        .toSorted(([a, first], [b, second]) => second.records - first.records || b - a);
      this.#usualWidth = usual[0];
    }
    return width < this.#usualWidth && (this.#widths.get(width)?.records ?? 0) < MANY_LINES;
  }

  /**
   * Whether the file has an ISBN-10 that can be no UPC without its zeros.
   * @throws Unsurveyed
   */
  get hasIsbn10(): boolean {
    if (!this.isComplete) throw new Unsurveyed();
    return this.#hasIsbn10;
  }

  /**
   * Whether at least two of three codes are numbers, so that a word in the place of one is none.
   * @throws Unsurveyed
   */
  get hasNumbers(): boolean {
    if (!this.isComplete) throw new Unsurveyed();
    return this.#codes.numbers * 3 >= this.#codes.all * 2;
  }

  /**
   * Whether a code is a number.
   * @throws Unsurveyed
   */
  get hasAnyNumber(): boolean {
    if (!this.isComplete) throw new Unsurveyed();
    return this.#codes.numbers > 0;
  }

  /**
   * Whether at least as many lines have a quantity, and all of them 0 or 1.
   * @throws Unsurveyed
   */
  hasOnlyFlags(least: number): boolean {
    if (!this.isComplete) throw new Unsurveyed();
    const { all, flags } = this.#quantities;
    return all >= least && flags === all;
  }

  /** Whether the column of stores has stores, and not places on the shelf. */
  get hasStores(): boolean {
    return this.stores.size > 0 && (this.#columns.storeIsCertain || this.isKnown || this.#byName !== undefined);
  }

  /**
   * Whether a column that may name stores names no known one, or several sheets have lines, or a column may name parts of the stock, such
   * as lots. Two quantities of a barcode may then be of two stores, or of two parts.
   */
  get hasPlaces(): boolean {
    const isChosen = this.#columns.rules.mapping?.store !== undefined;
    const { indexes, positions } = this.#columns;
    const hasParts = this.#header.some((name, at) => !positions.includes(at) && canNamePart(name));
    const hasSecondCode = (indexes.get("barcode") ?? []).length > 1;
    if ((hasParts || hasSecondCode || indexes.has("condition")) && this.#columns.rules.mapping?.store?.length !== 0)
      return true;
    return (this.stores.size > 1 || (this.#sheets.length > 1 && !isChosen)) && !this.hasStores;
  }

  isOurs(value: string): boolean {
    return this.#names.has(this.#placeOf(value));
  }

  /** null: several stores have this name. */
  storeOf(value: string): StoreOfFile | null | undefined {
    return this.#byName?.get(this.#placeOf(value));
  }

  /** At most 100. */
  get unknownStores(): string[] {
    return [...this.#unknown.values()].map(shown);
  }

  /** @throws UnrecognisedFeed if no line is of this store or of a known one, or if the lines are of several periods */
  checkStores(): void {
    if (this.#sheets.some((sheet) => isOfOther(sheet, this.#columns.rules.store))) {
      const seen = this.#sheets.map(shown);
      const message = `The sheet "${seen[0]}" has the name of another store. Send it for that store, or rename the sheet.`;
      throw new FeedError("UnrecognisedFeed", message, { seen, missing: ["store"] });
    }
    if (this.#sheets.length > 1 && this.#sheets.every(isPeriod)) {
      const seen = this.#sheets.map(shown);
      const message = `The sheets are of several periods (${seen.slice(0, 10).join(", ")}). Keep the current one, and send the file again.`;
      throw new FeedError("UnrecognisedFeed", message, { seen, missing: [], reason: "several_periods" });
    }
    if (this.#byName) this.#checkSplit();
    if (this.#byName || !this.hasStores || this.#isOurs) return;
    const seen = [...this.stores.values()].slice(0, MAX_STORES).map(shown);
    const message = `No line of the file is of this store. Its column "${this.#columns.names.store}" has: ${seen.slice(0, 10).join(", ")}. Give the store one of these as its external id or store code, or set "columns": {"store": []} if the column has no stores.`;
    throw new FeedError("UnrecognisedFeed", message, { seen, missing: ["store"], reason: "other_stores" });
  }

  #checkSplit(): void {
    if (this.isKnown) return;
    const seen = this.unknownStores;
    const message = seen.length
      ? `No line of the file is of a known store. Its column "${this.#columns.names.store}" has: ${seen.slice(0, 10).join(", ")}. Give the stores these values as their external ids or store codes, or name another column by "columns": {"store": "…"}.`
      : 'The file has no column with the stores of its lines. Name the column by "columns": {"store": "…"}, or send a file for each store.';
    throw new FeedError("UnrecognisedFeed", message, {
      seen,
      missing: ["store"],
      reason: seen.length ? "other_stores" : "no_stores",
    });
  }
}

function byName(stores: readonly StoreOfFile[]): Map<string, StoreOfFile | null> {
  const found = new Map<string, StoreOfFile | null>();
  for (const store of stores) {
    for (const name of store.names.map(placeOf)) {
      const isOfOther = found.has(name) && found.get(name) !== store;
      found.set(name, isOfOther ? null : store);
    }
  }
  found.delete("");
  return found;
}

/** A store of JSON can be an object or a list. */
function nameOf(value: string): string {
  if (!value.startsWith("\0")) return value;
  try {
    const read: unknown = JSON.parse(value.slice(1));
    const one: unknown = Array.isArray(read) ? read[0] : read;
    if (typeof one !== "object" || one === null) return String(one ?? "");
    const { name, code, id } = one as Record<string, unknown>;
    return String(name ?? code ?? id ?? "");
  } catch {
    return value;
  }
}

const placeOf = (value: string): string => nameOf(value).trim().toLowerCase();
