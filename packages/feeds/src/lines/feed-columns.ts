import { FeedError } from "../feed-error.ts";

/** The known header names of each field. If several match, the first one wins. */
export const stockColumns = {
  barcode: ["barcode", "gtin", "ean", "ean13", "upc", "upccode", "isbn", "sku"],
  price: ["price", "retailprice", "rrp", "msrp"],
  quantity: ["quantity", "qty", "qoh", "stock", "available", "quantityonhand", "onhand"],
  currency: ["currency"],
  condition: ["condition"],
} as const;

/** The columns of each field. Other columns are not read. */
export interface Columns<Field extends string> {
  /** Positions of each field's columns (several for images) among the selected columns. */
  indexes: Map<Field, number[]>;
  /** Positions of the selected columns in the header, in order. */
  positions: number[];
  /** The header's spelling of each field's name. */
  names: Record<string, string>;
}

/** Maximum number of columns of one field. A broken export can have more. */
const MOST_REPEATED = 10;

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "");

/**
 * Finds the fields by the names of a header or the members of a line, never by position.
 * @param repeated a field that can have several columns, at most 10
 */
export function findColumns<Field extends string>(
  header: readonly string[],
  known: Record<Field, readonly string[]>,
  repeated?: Field,
): Columns<Field> {
  const seen = header.map(plain);
  const indexes = new Map<Field, number[]>();
  const positions: number[] = [];
  const names: Record<string, string> = {};
  for (const field of Object.keys(known) as Field[]) {
    const name = known[field].find((alias) => seen.includes(alias));
    if (name === undefined) continue;
    const all = seen.flatMap((column, position) => (column === name ? [position] : []));
    const taken = all.slice(0, field === repeated ? MOST_REPEATED : 1);
    indexes.set(
      field,
      taken.map((position) => positions.push(position) - 1),
    );
    names[field] = (header[seen.indexOf(name)] ?? name).trim();
  }
  return { indexes, positions, names };
}

/** Adds a name that appears after the header (JSON), if its field has no column yet. @returns whether it was added */
export function addColumn<Field extends string>(
  { indexes, names }: Columns<Field>,
  known: Record<Field, readonly string[]>,
  name: string,
  index: number,
): boolean {
  const alias = plain(name);
  const field = (Object.keys(known) as Field[]).find((one) => known[one].includes(alias));
  if (field === undefined || indexes.has(field)) return false;
  indexes.set(field, [index]);
  names[field] = name.trim();
  return true;
}

/**
 * The error for a header without a required column. Its members name the seen and the missing columns.
 * @param format the detected format
 */
export function unrecognisedFeed(
  header: readonly string[],
  missing: readonly string[],
  known: Record<string, readonly string[]>,
  format: string,
) {
  const seen = header.slice(0, 50).map((name) => name.trim().slice(0, 100));
  const wanted = missing.map((field) => `${field} (a column named ${known[field]?.join(", ") ?? field})`).join("; ");
  const where =
    format === "json" || format === "ndjson"
      ? "JSON must be an array of objects, or one object a line, with members that are named as columns are."
      : "The first line must name the columns.";
  return new FeedError("UnrecognisedFeed", `${where} Missing: ${wanted}.`, { seen, missing });
}
