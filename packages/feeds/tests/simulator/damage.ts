import type { Item } from "./shelf.ts";
import { codes, type Line, prices, type Row, type StockFile } from "./stock-file.ts";
import type { Format } from "./system.ts";

/**
 * A way to spoil a file. Each function returns false if the file has no place for it. It notes its trace in `truth`: the items that may
 * be missing (`maybe`), that may not be read at all (`never`), or that the whole file may be lost (`mayLoseAll`).
 */
export interface Damage {
  name: string;
  /** Default: all formats. */
  only?: readonly Format[];
  rows?(file: StockFile): boolean;
  /** For formats of text. */
  lines?(lines: Line[], file: StockFile): boolean;
  bytes?(bytes: Buffer, file: StockFile): Buffer | false;
}

export const quantities = /^quantity$/;
export const numbers = /^(?:price|paid|sale|pence|quantity)$/;

export interface Place {
  row: Row;
  item: Item;
  column: number;
  cell: string;
}

/** The cells of one kind in a line of ours. Of two prices, the one that is paid now. */
function placesIn(row: Row, { columns }: StockFile, kind: RegExp): Place[] {
  const { item } = row;
  if (!item) return [];
  const all = columns.flatMap(({ holds }, column) => {
    const cell = row.cells[column] ?? "";
    const isPaid =
      holds === "sale"
        ? item.sale !== undefined
        : holds !== "price" || item.sale === undefined || !columns.some((other) => other.holds === "sale");
    return kind.test(holds) && cell !== "" && isPaid ? [{ row, item, column, cell }] : [];
  });
  return all;
}

export function placeOf(
  file: StockFile,
  kind: RegExp,
  fits: (place: Place) => boolean = () => true,
): Place | undefined {
  const all = file.rows.flatMap((row) => placesIn(row, file, kind)).filter(fits);
  return all.length ? file.random.of(all) : undefined;
}

/** Changes one cell of the kind. Its item then may be missing, or may not be read at all. */
export function changeCell(
  file: StockFile,
  kind: RegExp,
  trace: "maybe" | "never",
  change: (cell: string, place: Place) => string | undefined,
): boolean {
  const place = placeOf(file, kind, (one) => (change(one.cell, one) ?? one.cell) !== one.cell);
  const changed = place && change(place.cell, place);
  if (!place || changed === undefined) return false;
  place.row.cells[place.column] = changed;
  file.truth[trace].add(place.item);
  return true;
}

export const priceColumn = ({ columns }: StockFile): boolean => columns.some(({ holds }) => prices.test(holds));
export const isGtin = ({ item, cell }: Place): boolean => !item.isOwnCode && cell.includes(item.barcode);

/** The sign of decimals that the system writes. */
export const decimalOf = ({ system }: StockFile): "," | "." => (/,\d+\D*$/.test(system.price) ? "," : ".");

export const insertAt = (text: string, at: number, more: string): string => text.slice(0, at) + more + text.slice(at);

/** The lines that have a row of data. */
export const dataLines = (lines: Line[]): (Line & { row: Row })[] =>
  lines.filter((line): line is Line & { row: Row } => line.row !== undefined && line.text.trim() !== "");

/** The positions of the delimiters that are not in quotes. */
export function delimitersOf({ text }: Line, { system }: StockFile): number[] {
  let isQuoted = false;
  return [...Array(text.length).keys()].filter((at) => {
    if (text[at] === '"')
      isQuoted =
        !isQuoted && !/[^,;\t|"]/.test(text[at - 1] ?? ",")
          ? true
          : isQuoted && text[at + 1] === '"'
            ? isQuoted
            : false;
    return !isQuoted && text[at] === system.delimiter;
  });
}

export function mayMiss({ truth }: StockFile, ...rows: (Row | undefined)[]): void {
  for (const row of rows) if (row?.item) truth.maybe.add(row.item);
}

export { codes, prices };
