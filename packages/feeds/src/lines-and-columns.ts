import { countsFree } from "./columns-by-values.ts";
import { cleanBarcode, isNoBarcode } from "./lines/barcode.ts";
import type { FieldNames } from "./lines/column-names.ts";
import { findColumns, stockColumns } from "./lines/feed-columns.ts";
import { type LineRejection, shown } from "./lines/feed-line.ts";
import { type Guard, guardOf, ofNote, ofPlace } from "./lines/guard-of.ts";
import { guardedLine, type Place } from "./lines/guards.ts";
import { readHeaderName, type StoreContext, saysNoTax, saysTax, splitSuffix } from "./lines/header-name.ts";
import { regularPriceOf, saleAboveRegular, withoutSale } from "./lines/other-prices.ts";
import { isMarkOf } from "./lines/read-price.ts";
import { saysNo, saysYes } from "./lines/read-quantity.ts";
import { isLater, readSaleDays } from "./lines/sale-price.ts";
import { isNoPrice, type RawStockLine, type StockField } from "./lines/stock-line.ts";
import { meaningOf, plain, wordsOf } from "./lines/words-behind.ts";
import { placeOfHeading, saysAnotherMeaning, saysStore } from "./other-tables.ts";
import type { StockFeed } from "./read-stock.ts";

const rejectedWhole = (code: string, message: string): LineRejection => ({ field: null, code, message, value: null });

function isMissing(field: StockField, value: string): boolean {
  const text = value.trim();
  if (field === "price" || field === "salePrice") return isNoPrice(text);
  return field === "barcode" ? isNoBarcode(cleanBarcode(text)) : text === "";
}

/** The index of a field's value in a record. The first of its columns with a value counts. */
export function placeIn(
  fields: readonly string[],
  field: StockField,
  indexes: readonly number[] = [],
): number | undefined {
  if (indexes.length < 2) return indexes[0];
  const filled = indexes.find((index) => !isMissing(field, fields[index] ?? ""));
  return filled ?? indexes.find((index) => (fields[index] ?? "").trim() !== "") ?? indexes[0];
}

export function rawStockLine(feed: StockFeed, fields: readonly string[]): RawStockLine {
  const raw: RawStockLine = {};
  for (const [field, indexes] of feed.columns.indexes) raw[field] = fields[placeIn(fields, field, indexes) ?? -1] ?? "";
  if (raw.price) raw.price = withoutSale(feed.columns, fields, raw.price);
  return raw;
}

const MANY_FLAGS = 20;

const saysInStock = /^(?:instock|auflager|enstock|[io][np]voorraad)$/;

/**
 * A yes or no in `In stock` says whether the product is. With only 0 and 1, a 1 can be a yes: the product is in stock, and nobody knows how
 * many there are.
 */
export function withoutFlag({ names: header, columns, survey, options }: StockFeed, raw: RawStockLine): RawStockLine {
  const { names, rules } = columns;
  const said = raw.quantity?.trim() ?? "";
  if (raw.availability?.trim() || rules.mapping?.quantity !== undefined) return raw;
  const name = names.quantity ?? "";
  const isWord = /^\p{L}[\p{L}\s_-]+$/u.test(said) && options.words?.[said.toLowerCase()] === undefined;
  if (isWord && saysInStock.test(plain(name)))
    return saysYes(said) || saysNo(said)
      ? { ...raw, quantity: "", availability: saysYes(said) ? "in stock" : "out of stock" }
      : raw;
  if (said !== "1") return raw;
  const { isQuestion } = readHeaderName(name, rules.store);
  const isFlag =
    (isQuestion || (guardOf(name) === "availability" && !countsFree(header))) &&
    survey.hasOnlyFlags(isQuestion ? 1 : MANY_FLAGS);
  return isFlag ? { ...raw, quantity: "", availability: "in stock" } : raw;
}

/** Whether a comma in the price can have split it: `12,50,Pen` or `12,50,3,Pen` below `price,quantity,title`. */
function isSplit({ names, columns, allColumns }: StockFeed, fields: readonly string[]): boolean {
  const { positions, indexes } = allColumns;
  const [index = -1] = columns.indexes.get("price") ?? [];
  const next = positions.indexOf((positions[index] ?? -2) + 1);
  const texts = [...(indexes.get("title") ?? []), ...(indexes.get("brand") ?? []), ...(indexes.get("category") ?? [])];
  const isBehind = (at: number) =>
    at === next || (at === indexes.get("title")?.[0] && (positions[at] ?? 0) > (positions[index] ?? 0));
  // In a line with such a price, the quantity is one column further.
  const [quantity = -1] = columns.indexes.get("quantity") ?? [];
  const place = positions[quantity] ?? -1;
  const behind = positions.indexOf(place + 1);
  const isPossible = place + 1 < names.length && /^\s*\d/.test(fields[behind] ?? "0");
  if (place > (positions[index] ?? 0) && !isPossible) return false;
  return (
    /^\D*\d+$/.test(fields[index] ?? "") &&
    /^\s*\d\d\s*$/.test(fields[next] ?? "") &&
    texts.some((at) => isBehind(at) && /^\s*\d+\s*$/.test(fields[at] ?? ""))
  );
}

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
  if (feed.dialect.delimiter === "," && isSplit(feed, fields)) {
    const message = "A comma may have split the price. Quote a price with a comma, or write 12.00.";
    return rejectedWhole("too_many_columns", message);
  }
  const message = `The line has ${width} columns, and the header or other lines have more; a delimiter may be missing.`;
  return survey.isCut(width) ? rejectedWhole("too_few_columns", message) : undefined;
}

export function otherNumber(
  { guards, columns: stock, allColumns, names }: StockFeed,
  fields: readonly string[],
  { quantity = "", price = "", availability = "" }: RawStockLine,
  place: Place,
): LineRejection | undefined {
  if (!guards.size && !stock.fallbacks.price) return undefined;
  const above = saleAboveRegular(stock, fields, price);
  if (above) return above;
  const regularPrice = regularPriceOf(stock, fields);
  const { positions } = allColumns;
  const columns = [...guards].map(([index, guard]): [Guard, string, string] => {
    const at = positions[index] ?? -1;
    // Without a number before it, `kg` is no unit of a content.
    const isBare = guard === "content" && !/\d/.test(fields[positions.indexOf(at - 1)] ?? "");
    const name = names[at]?.trim() ?? "";
    // `Available for sale [Leeds]`
    const isOwn = guard === "status" && readHeaderName(name, stock.rules.store).place === "own";
    const ownName = isOwn ? splitSuffix(name)?.[0] : undefined;
    return [isBare ? "measure" : guard, fields[index] ?? "", ownName ?? name];
  });
  // A note can say something of the price, too.
  const notes = columns.flatMap(([, value, name]): typeof columns =>
    ofNote.test(plain(name)) ? [["note", value, name]] : [],
  );
  return guardedLine([...columns, ...notes], { price, quantity, availability, regularPrice }, place);
}

const label =
  /^(?:(?:filter(?:s|ed)?|selection|selected)(?: by| applied)?\W{0,3})?(\p{L}[\p{L}. _/]{1,30}?)(?:\s?[:=]|\s(?:is|[-–—>])\s|\s(?=\d))\s*(\S.{0,80})$/iu;
/** Whether a text above the header says of all lines what a column would say of each: `Customer group: Wholesale`. */
export function saysAside(line: readonly string[], store: StoreContext, isStock: boolean): boolean {
  if (saysAnotherMeaning(line, store, isStock)) return true;
  const cells = line.map((cell) => cell.trim()).filter(Boolean);
  // In a line of names, `Type` and `Sold` are two columns.
  const pairs = cells
    .slice(1)
    .flatMap((cell, n) =>
      /[:=]$/.test(cells[n] ?? "")
        ? `${cells[n]} ${cell}`
        : cells.length === 2 && line[0]?.trim()
          ? `${cells[n]}: ${cell}`
          : [],
    );
  const parts = cells.flatMap((cell) => [cell, ...cell.split(/\s[-–—|]\s|[;|]|,\s/)]);
  return [...parts, ...pairs].some((text) => saysOfAll(text.trim(), store, isStock));
}

/** Whether the text is a name and its value that refuse each line of a file with such a column. */
function saysOfAll(text: string, store: StoreContext, isStock: boolean): boolean {
  const [, name = "", value = ""] = label.exec(text) ?? [];
  const said = name.trim();
  const one = plain(said).replace(/^(?:selected|current)|names?$|(?<!u)s$/g, "");
  if (
    (ofPlace.test(one) || saysStore(one) || /^(?:register|till|kasse|caisse)$/.test(one)) &&
    placeOfHeading(value, store) === "other"
  )
    return true;
  const guard =
    guardOf(said.replace(/^prices /i, "price ")) ??
    (/^(?:stock)?(?:status|condition|zustand|type)$/.test(one) ? "status" : undefined);
  if (guard === "saleFrom") return isLater(value);
  if (guard === "saleUntil") {
    const days = readSaleDays({ saleUntil: value });
    return "drop" in days;
  }
  if (!guard || !["status", "tax", "kind", "unit"].includes(guard)) return false;
  if (guard === "kind" && !isStock && saysAnotherMeaning(["", value], store, isStock)) return true;
  const numbers = { price: "", regularPrice: "", quantity: "2", availability: "" };
  const { country, currency } = store;
  const kinds: Guard[] = /^(?:stock)?type$/.test(one) ? ["status", "kind"] : [guard];
  return (
    guardedLine(
      kinds.map((kind) => [kind, value, said]),
      numbers,
      { country, currency, clock: undefined },
    ) !== undefined
  );
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
/** A number, or the error of a spreadsheet in place of one. */
const isNumber = (text: string): boolean => (/\d/.test(text) && !/[\p{L}/:]/u.test(text)) || text.startsWith("#");
const hints = new Set(
  "required optional mandatory text number string decimal integer numeric pflicht pflichtfeld obligatoire obligatorio verplicht obbligatorio".split(
    " ",
  ),
);

/** Whether a second line of names says nothing new of the price and the quantity: `GBP`, `pcs`, `required`, the same names again. */
function isHarmless(fields: readonly string[], { indexes, rules }: StockFeed["columns"]): boolean {
  const { currency, names } = rules.store;
  return (["price", "quantity"] as const).every((field) => {
    const text = (fields[indexes.get(field)?.[0] ?? -1] ?? "").replace(/[()[\]]/g, "").trim();
    const word = plain(text);
    const { names: known, otherwise = [] }: FieldNames = stockColumns[field];
    return (
      (!word && !/\p{Sc}/u.test(text)) ||
      hints.has(word) ||
      isNoBarcode(text) ||
      isMarkOf(currency, text) ||
      (word !== "" && meaningOf(wordsOf(text)) === "nothing") ||
      saysTax(text) ||
      names.some((own) => plain(own) === word) ||
      known.includes(word) ||
      otherwise.includes(word)
    );
  });
}
const isName = (text: string): boolean => /^\p{L}\D*$/u.test(text) && text.length <= MAX_NAME;
/** `Reserved` or `net` below a name says that the column has another number. */
const saysAnother = (text: string): boolean => saysNoTax(text) || meaningOf(wordsOf(text)) === "another";
const isNumberName = (text: string): boolean => isName(text) && (numberNames.has(plain(text)) || saysAnother(text));

const MIN_COLUMNS = 3;
/** Whether a line counts the columns: `1,2,3`. */
export const hasColumnNumbers = ({ allColumns: { positions } }: StockFeed, fields: readonly string[]): boolean =>
  positions.length >= MIN_COLUMNS && positions.every((at, index) => fields[index]?.trim() === String(at + 1));

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
  const isSecond = isFirst && !code.trim();
  const isOfNumbers = said.length > (isSecond ? 0 : 1) && !/\d/.test(code) && said.every(isNumberName);
  if (isSecond && said.length && !said.some(isNumber))
    return isHarmless(fields, columns) ? undefined : { isHeader: false };
  if (!barcodeNames.has(plain(code))) return isOfNumbers ? { isHeader: false } : undefined;
  const numbers = [columns.indexes.get("price") ?? [], columns.indexes.get("quantity") ?? []].flat();
  if (numbers.some((index) => /^\P{L}+$/u.test(fields[index] ?? ""))) return undefined;
  if (isFirst && isHarmless(fields, columns)) return { isHeader: true };
  const { indexes } = findColumns(fields, stockColumns, columns.rules);
  if (!isOfNumbers && (!indexes.has("barcode") || indexes.size < 2)) return undefined;
  return {
    isHeader: allColumns.positions.every((at, index) => plain(fields[index] ?? "") === plain(names[at] ?? "")),
  };
}
