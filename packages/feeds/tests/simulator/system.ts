import { presets } from "../../src/presets.ts";
import type { StockOptions } from "../../src/read-stock.ts";

export type Format = "csv" | "xlsx" | "json" | "ndjson";

/** A till or a shop that writes a stock file. */
export interface System {
  name: string;
  /** The documentation of its format, or where the format comes from. */
  from: string;
  /** The provider's id, if the shop chooses it. */
  preset?: string;
  format: Format;
  currency: string;
  country: string;
  /** `name of the column:what is in it`, joined by `|`. `=` begins a constant. */
  columns: string;
  /** Examples of its numbers, see number-style.ts. */
  price: string;
  quantity: string;
  /** Digits of barcodes are kept from spreadsheets: `'5012345678900`, `="5012345678900"`. */
  protects?: "'" | '="';
  delimiter?: string;
  newline?: string;
  encoding?: "utf8" | "utf8 bom" | "utf16le bom" | "windows-1252";
  quotes?: "needed" | "all" | "texts" | "never";
  /** The lines end with further delimiters that the header does not have. */
  extraDelimiters?: number;
  /** Texts can have newlines. */
  hasNewlines?: boolean;
  /** JSON and XLSX: numbers are numbers, and barcodes too. Otherwise all cells are text. */
  typed?: "numbers" | "barcodes";
  head?: string[];
  foot?: Foot[];
  /** A line for each store: how the store column names ours, and the others. */
  stores?: { own: string; others: string[] };
}

/** A line behind the items: a text in a column, with the sum of the quantities or not. */
export interface Foot {
  text: string;
  at: "first" | "code" | "title";
  sums?: boolean;
}

export const ownStore = { name: "The Shambles", id: "S1" };
export const otherStores = [
  { name: "Leeds", id: "S2" },
  { name: "Bath", id: "S3" },
];

export interface Column {
  name: string;
  holds: string;
}

export const columnsOf = ({ columns }: System): Column[] =>
  columns.split("|").map((column) => {
    const at = column.lastIndexOf(":");
    return { name: column.slice(0, at), holds: column.slice(at + 1) };
  });

/** What the service knows about the store: its settings, and the choices of its till. */
export function optionsOf({ preset, currency, country, stores, columns: all }: System): StockOptions {
  const own = [ownStore.name, ownStore.id];
  const isChain = stores !== undefined || /:other/.test(all);
  const others = isChain ? otherStores.flatMap(({ name, id }) => [name, id]) : [];
  const { columns, words } = presets.find(({ id }) => id === preset) ?? {};
  const options = { currency, country, names: own, stores: [...own, ...others], columns, words };
  return options;
}
