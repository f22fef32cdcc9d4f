import type { FeedRecord } from "./feed.ts";
import { FeedError } from "./feed-error.ts";
import { DecimalSigns } from "./lines/decimal-signs.ts";
import type { Columns } from "./lines/feed-columns.ts";
import { shown } from "./lines/feed-line.ts";
import { numberFields, type StockField } from "./lines/stock-line.ts";

/** Maximum number of different values of the column of stores that an answer names. */
const MAX_STORES = 100;
/** A program that leaves out blank fields at the end of lines does so on many lines. A lost delimiter is on one. */
const MANY_LINES = 16;

/** The names of a store, and of all stores of its retailer. */
interface StoreNames {
  names: readonly string[];
  stores?: readonly string[] | undefined;
}

/** What all records of a file say together. A first pass over the file fills it. */
export class StockSurvey {
  /** The first different values of the column of stores. */
  readonly stores = new Map<string, string>();
  /** The decimal signs of the columns of numbers, by the width of the records, because a line that lost a delimiter has wrong columns. */
  readonly #signs = new Map<number, DecimalSigns>();
  #merged: DecimalSigns | undefined;
  readonly #columns: Columns<StockField>;
  readonly #names: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  /** Number of records by their width. */
  readonly #widths = new Map<number, number>();
  /** Maximum width of a line. */
  readonly #widest: number;
  #usualWidth = -1;
  #isOurs = false;
  #isKnown = false;

  constructor(columns: Columns<StockField>, { names, stores = [] }: StoreNames, widest: number) {
    this.#widest = widest;
    this.#columns = columns;
    this.#names = new Set(names.map(placeOf));
    this.#known = new Set([...names, ...stores].map(placeOf));
  }

  add(records: readonly FeedRecord[]): void {
    const { indexes } = this.#columns;
    const columns = numberFields.flatMap((field) => (indexes.get(field) ?? []).map((at) => ({ field, at })));
    const [store = -1] = indexes.get("store") ?? [];
    for (const { fields, width, numbers } of records) {
      if (!fields) continue;
      this.#widths.set(width, (this.#widths.get(width) ?? 0) + 1);
      const signs = this.#signs.get(width) ?? new DecimalSigns();
      this.#signs.set(width, signs);
      for (const { field, at } of columns) if (!numbers?.has(at)) signs.add(at, field, fields[at] ?? "");
      const place = placeOf(fields[store] ?? "");
      if (!place) continue;
      this.#isOurs ||= this.#names.has(place);
      this.#isKnown ||= this.#known.has(place);
      if (this.stores.size <= MAX_STORES && !this.stores.has(place))
        this.stores.set(place, (fields[store] ?? "").trim());
    }
  }

  /** The decimal signs of the columns of numbers. Ask after the whole file is added. */
  get signs(): DecimalSigns {
    this.#merged ??= DecimalSigns.of(
      [...this.#signs].flatMap(([width, signs]) => (width <= this.#widest && !this.isCut(width) ? signs : [])),
    );
    return this.#merged;
  }

  /** Whether a line with fewer fields than most can have lost a delimiter, so that its values may be in other columns. */
  isCut(width: number): boolean {
    if (this.#usualWidth < 0) {
      const [usual = [0]] = [...this.#widths]
        .filter(([one]) => one <= this.#widest)
        .toSorted(([a, first], [b, second]) => second - first || b - a);
      this.#usualWidth = usual[0];
    }
    return width < this.#usualWidth && (this.#widths.get(width) ?? 0) < MANY_LINES;
  }

  /** Whether the column of stores has stores, and not places on the shelf. */
  get hasStores(): boolean {
    return this.stores.size > 0 && (this.#columns.storeIsCertain || this.#isKnown);
  }

  /** Whether a column that may name stores names no known one. Two quantities of a barcode may then be of two stores. */
  get hasPlaces(): boolean {
    return this.stores.size > 1 && !this.hasStores;
  }

  /** Whether a value of the column of stores names this store. */
  isOurs(value: string): boolean {
    return this.#names.has(placeOf(value));
  }

  /** @throws UnrecognisedFeed if the file has a column of stores, and no line is of this store */
  checkStores(): void {
    if (!this.hasStores || this.#isOurs) return;
    const seen = [...this.stores.values()].slice(0, MAX_STORES).map(shown);
    const message = `No line of the file is of this store. Its column "${this.#columns.names.store}" has: ${seen.slice(0, 10).join(", ")}. Give the store one of these as its external id or store code, or set "columns": {"store": []} if the column has no stores.`;
    throw new FeedError("UnrecognisedFeed", message, { seen, missing: ["store"] });
  }
}

const placeOf = (value: string): string => value.trim().toLowerCase();
