import { availableNames, discountNames, findColumns, offerNames, stockColumns } from "./lines/feed-columns.ts";
import { type LineRejection, shown } from "./lines/feed-line.ts";
import type { RawStockLine } from "./lines/stock-line.ts";
import { meaningOf, plain, wordsOf } from "./lines/words-behind.ts";
import type { StockFeed } from "./read-stock.ts";

const rejectedWhole = (code: string, message: string): LineRejection => ({ field: null, code, message, value: null });

export function wrongWidth(feed: StockFeed, width: number, fields: readonly string[]): LineRejection | undefined {
  const { format, names, survey, allColumns } = feed;
  if (format !== "csv") return undefined;
  // Digits behind the named columns can be the rest of a number such as 1,200.
  const nameless = fields.slice(allColumns.positions.length);
  const isMoved = feed.dialect.delimiter === "," && nameless.some((text) => /^\s*\d/.test(text));
  if (width > names.length || isMoved) {
    const message = `The line has ${width} columns, the header ${names.length}; quote a text that holds the delimiter.`;
    return rejectedWhole("too_many_columns", message);
  }
  const message = `The line has ${width} columns, and the header or other lines have more; a delimiter may be missing.`;
  return survey.isCut(width) ? rejectedWhole("too_few_columns", message) : undefined;
}

/**
 * A column such as `Price unit` (SAP) says for how many pieces the price is, one such as `Discount amount` that a customer pays less, and
 * one such as `Available` that there is no stock to sell.
 */
export function otherNumber(
  { guards, allColumns, names }: StockFeed,
  fields: readonly string[],
  { quantity = "", price = "" }: RawStockLine,
): LineRejection | undefined {
  const columnOf = (index: number) => names[allColumns.positions[index] ?? -1]?.trim();
  for (const [index, name] of guards) {
    const value = fields[index] ?? "";
    if (availableNames.has(name)) {
      if (!/^\s*(?:0|no|false|n)\s*$/i.test(value) || !/^[^-\u2212]*[1-9]/.test(quantity)) continue;
      const message = `The column "${columnOf(index)}" says that the product is not available, and the line has a quantity. Write 0 as the quantity.`;
      return { field: "availability", code: "availability_differs", message, value: shown(value.trim()) };
    }
    if (offerNames.has(name)) {
      if (
        !/^\D{0,5}\d{1,7}[.,]\d\d\D{0,5}$/.test(value.trim()) ||
        !/[1-9]/.test(value) ||
        value.trim() === price.trim()
      )
        continue;
      const message = `The column "${columnOf(index)}" may have a lower price. Name it "Sale price" or "Units sold", or leave it out.`;
      return { field: "price", code: "invalid_price", message, value: shown(value.trim()) };
    }
    const number = /^\s*\d/.test(value) ? Number.parseFloat(value.replace(",", ".")) : undefined;
    const isDiscount = discountNames.has(name);
    if (number === undefined || number === (isDiscount ? 0 : 1)) continue;
    const message = isDiscount
      ? "The line has a discount, so its price is not certain. Export the price that a customer pays."
      : `The price is for ${shown(value.trim())} pieces. Export the price of one piece.`;
    return { field: "price", code: "invalid_price", message, value: shown(value) };
  }
  return undefined;
}

/** A file that was cut can end within a number, as `9.` of `9.99`. */
export function cutNumber({ price = "", quantity = "" }: RawStockLine): LineRejection | undefined {
  const cut = [price, quantity].find((text) => /\d[.,]\s*$/.test(text));
  const message = "The file ends within a number. Send the whole file.";
  return cut === undefined ? undefined : { ...rejectedWhole("too_few_columns", message), value: shown(cut) };
}

/** Of two columns of numbers with the same name, each can be that of another store. */
export function repeatedValue({ columns, names }: StockFeed, fields: readonly string[]): LineRejection | undefined {
  for (const same of columns.repeated) {
    const values = new Set(same.map((index) => fields[index]?.trim()).filter(Boolean));
    if (values.size < 2) continue;
    const name = names[columns.positions[same[0] ?? -1] ?? -1]?.trim();
    const message = `Several columns are named "${name}", and their values differ. Rename all but one, and send the file again.`;
    return { ...rejectedWhole("repeated_cell", message), value: shown([...values].join(" | ")) };
  }
  return undefined;
}

const MAX_NAME = 50;
const barcodeNames: ReadonlySet<string> = new Set(stockColumns.barcode.names);
export const otherColumns = rejectedWhole(
  "other_columns",
  "A line above names other columns than the first one does, or is a heading of other numbers. Write one line of names, and send these lines as a file of their own.",
);

const numberNames: ReadonlySet<string> = new Set([
  ...stockColumns.price.names,
  ...stockColumns.price.otherwise,
  ...stockColumns.quantity.names,
]);
const isNumberName = (text: string): boolean =>
  /^\p{L}\D*$/u.test(text) &&
  text.length <= MAX_NAME &&
  (numberNames.has(plain(text)) || meaningOf(wordsOf(text)) === "another");

/**
 * Whether a line names columns, as a header does, and whether these are the columns of the file.
 * @param isFirst whether it is the first line behind the header, which can have names in two lines
 */
export function namesOf(
  { columns, allColumns, names }: StockFeed,
  fields: readonly string[],
  isFirst: boolean,
): { isHeader: boolean } | undefined {
  const [at = -1] = columns.indexes.get("barcode") ?? [];
  const code = fields[at] ?? "";
  // Most barcodes are digits.
  if (/^[\d#]/.test(code) || code.length > MAX_NAME) return undefined;
  const said = [columns.indexes.get("price")?.[0], columns.indexes.get("quantity")?.[0]]
    .flatMap((index) => fields[index ?? -1] ?? [])
    .filter((text) => text.trim());
  const isOfNumbers = said.length > (isFirst && !code.trim() ? 0 : 1) && !/\d/.test(code) && said.every(isNumberName);
  if (!barcodeNames.has(plain(code))) return isOfNumbers ? { isHeader: false } : undefined;
  const numbers = [columns.indexes.get("price") ?? [], columns.indexes.get("quantity") ?? []].flat();
  if (numbers.some((index) => /^\P{L}+$/u.test(fields[index] ?? ""))) return undefined;
  const { indexes } = findColumns(fields, stockColumns, columns.rules);
  if (!isOfNumbers && (!indexes.has("barcode") || indexes.size < 2)) return undefined;
  return {
    isHeader: allColumns.positions.every((at, index) => plain(fields[index] ?? "") === plain(names[at] ?? "")),
  };
}
