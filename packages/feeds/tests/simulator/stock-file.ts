import { makeXlsx } from "../make-xlsx.ts";
import { spelled } from "./number-style.ts";
import { type Item, keyOf, paid, type Random, shelfOf } from "./shelf.ts";
import { type Column, columnsOf, type Foot, ownStore, type System } from "./system.ts";

export interface Row {
  cells: string[];
  /** The item of our store; undefined for another line. */
  item?: Item | undefined;
}

/** A file before it is written, and what may be read of it. */
export interface StockFile {
  system: System;
  random: Random;
  columns: Column[];
  /** The lines behind the header. */
  rows: Row[];
  /** The lines above the header. */
  head: string[];
  newline: string;
  /** Delimiters behind the header and behind the lines. */
  extra: { header: number; lines: number };
  encoding: NonNullable<System["encoding"]> | "utf16le";
  /** The end is missing. */
  isCut: boolean;
  /** Rows of further sheets of a workbook. */
  sheets: { rows: string[][]; isHidden: boolean; isInFront: boolean }[];
  truth: Truth;
}

/** What may be read of a file. */
interface Truth {
  /** The items by their keys, with their right values. */
  items: Map<string, Item>;
  /** Items that may be missing. */
  maybe: Set<Item>;
  /** Items that may not be read with any value of the column. */
  never: Set<Item>;
  /** Any item may be missing, and the file may be refused. */
  mayLoseAll: boolean;
  /** Lines that the damage adds; undefined: not determined. */
  moreLines: number | undefined;
}

const contents: Record<string, (item: Item, system: System, random: Random) => string> = {
  code: ({ barcode }, system) => protectedBarcode(barcode, system),
  barcode: ({ barcode, isOwnCode }, system) => (isOwnCode ? "" : protectedBarcode(barcode, system)),
  upc: ({ barcode, isOwnCode }) => (!isOwnCode && barcode.length === 12 ? barcode : ""),
  ean: ({ barcode, isOwnCode }) => (!isOwnCode && barcode.length !== 12 ? barcode : ""),
  sku: ({ barcode, isOwnCode }, _, random) => (isOwnCode ? barcode : random.of(["", `SKU-${random.below(9_999)}`])),
  ref: (_, __, random) => `SKU-${random.below(9_999)}`,
  title: ({ title }) => title,
  slug: ({ title }) => title.toLowerCase().replace(/[^a-z]+/g, "-"),
  html: ({ title }, { hasNewlines }, random) =>
    random.of(["", `<p class="a">${title}, new;</p>`, ...(hasNewlines ? [`<p>\n${title}</p>\n"quoted"`] : [])]),
  image: (_, __, random) => random.of(["", "https://shop.example/a.jpg"]),
  brand: (_, __, random) => random.of(["", "Lumen", "Smith & Sons, Ltd"]),
  category: (_, __, random) => random.of(["", "Lamps", "Food > Tea"]),
  id: (_, __, random) => String(10_000 + random.below(90_000)),
  date: () => "25/11/2026 08:12:31 GMT",
  reorder: (_, __, random) => String(random.below(30)),
  blank: () => "",
  inStock: ({ quantity }) => (quantity > 0 ? "1" : "0"),
  availability: ({ quantity }) => (quantity > 0 ? "in_stock" : "out_of_stock"),
  currency: (_, { currency }) => currency,
  price: ({ price }, system) => spelled(system.price, price),
  paid: (item, system) => spelled(system.price, paid(item)),
  sale: ({ sale, otherSale }, system) => {
    const price = sale ?? otherSale;
    return price === undefined ? "" : spelled(system.price, price);
  },
  saleFrom: ({ saleDays }) => saleDays?.[0] ?? "",
  saleUntil: ({ saleDays }) => saleDays?.[1] ?? "",
  saleDates: ({ saleDays }) => (saleDays ? `${saleDays[0] || "2000-01-01"}/${saleDays[1] || "2099-12-31"}` : ""),
  pence: (item) => String(paid(item) / 10),
  cost: (item, system) => spelled(system.price, Math.floor(item.price / 20) * 10),
  net: (item, system) => spelled(system.price, Math.floor(item.price / 12) * 10),
  rrp: (item, system) => spelled(system.price, item.price + 5_000),
  compareAt: (item, system, random) => (random.chance(0.3) ? spelled(system.price, item.price + 5_000) : ""),
  otherPrice: (item, system) => spelled(system.price, item.price + 1_230),
  quantity: ({ quantity }, system) => spelled(system.quantity, quantity),
  quantityMore: ({ quantity }, system) => spelled(system.quantity, quantity + 5_000),
  otherQuantity: (_, system, random) => spelled(system.quantity, 1_000 * random.below(2_000)),
  store: (_, { stores }) => stores?.own ?? ownStore.id,
};
const numbers =
  /^(?:price|paid|sale|pence|cost|net|rrp|compareAt|otherPrice|quantity|quantityMore|otherQuantity|reorder)$/;
export const prices = /^(?:price|paid|sale)$/;
export const codes = /^(?:code|barcode|upc|ean)$/;

const protectedBarcode = (barcode: string, { protects }: System): string => {
  if (!protects || !/^\d+$/.test(barcode)) return barcode;
  return protects === "'" ? `'${barcode}` : `="${barcode}"`;
};

/** Whether the file has a price of each item. */
export const hasPrices = (columns: readonly Column[]): boolean =>
  columns.some(({ holds }) => prices.test(holds) || holds === "pence");

export const rowOf = (
  item: Item,
  { system, random, columns }: Pick<StockFile, "system" | "random" | "columns">,
): Row => ({
  cells: columns.map(({ holds }) =>
    holds.startsWith("=") ? holds.slice(1) : (contents[holds]?.(item, system, random) ?? ""),
  ),
  item,
});

/** The same item in other stores, with other values. */
function inOtherStores(item: Item, file: Pick<StockFile, "system" | "random" | "columns">): Row[] {
  const at = file.columns.findIndex(({ holds }) => holds === "store");
  return (file.system.stores?.others ?? []).map((store) => {
    const other = { ...item, price: item.price + 770, sale: undefined, quantity: 1_000 * file.random.below(2_000) };
    return { cells: rowOf(other, file).cells.with(at, store) };
  });
}

const shuffled = (rows: Row[], random: Random): Row[] =>
  rows
    .map((row) => ({ row, at: random.below(1_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row);

/** A line of a report: a text, and the sum of the quantities or not. */
export function footRow({ text, at, sums }: Foot, { system, columns, rows }: StockFile): Row {
  const place =
    at === "first" ? 0 : columns.findIndex(({ holds }) => (at === "title" ? holds === at : codes.test(holds)));
  const items = rows.flatMap(({ item }) => (item ? [item] : []));
  const cells = columns.map(({ holds }, column) => {
    if (column === place) return text;
    if (!sums) return "";
    if (holds === "quantity")
      return spelled(
        system.quantity,
        items.reduce((sum, { quantity }) => sum + quantity, 0),
      );
    return /^(?:paid|price)$/.test(holds)
      ? spelled(
          system.price,
          items.reduce((sum, item) => sum + paid(item), 0),
        )
      : "";
  });
  return { cells };
}

/** Shopify writes a line for each further picture. */
function pictureRows({ columns }: Row & Pick<StockFile, "columns">, cells: string[]): Row[] {
  if (!columns.some(({ name }) => name === "Image Src")) return [];
  const kept = /^(?:slug|image)$/;
  return [
    {
      cells: cells.map((cell, at) => (kept.test(columns[at]?.holds ?? "") ? cell || "https://shop.example/b.jpg" : "")),
    },
  ];
}

/** A file of a system as it leaves the till, from a shelf that the random choices make. */
export function stockFile(system: System, random: Random): StockFile {
  const columns = columnsOf(system);
  const holds = (what: RegExp): boolean => columns.some((column) => what.test(column.holds));
  const weighs = /[.,](?:\d|\d{3,})\D*$/.test(system.quantity) && !/^1.234$/.test(system.quantity);
  const shelf = shelfOf(random, {
    weighs,
    sales: holds(/^(?:sale|paid)$/),
    saleDays: holds(/^saleFrom|^saleDates/),
    ownCodes: holds(/^(?:code|sku)$/),
  });
  const rows = shelf.flatMap((item) => {
    const own = rowOf(item, { system, random, columns });
    const pictures = random.chance(0.3) ? pictureRows({ ...own, columns }, own.cells) : [];
    return [own, ...pictures, ...inOtherStores(item, { system, random, columns })];
  });
  const items = new Map(shelf.map((item) => [keyOf(item.barcode), item]));
  const file: StockFile = {
    ...{
      system,
      random,
      columns,
      rows: system.stores ? shuffled(rows, random) : rows,
      head: system.head ?? [],
      sheets: [],
    },
    extra: { header: random.chance(0.05) ? 1 : 0, lines: system.extraDelimiters ?? (random.chance(0.05) ? 1 : 0) },
    ...{ newline: system.newline ?? "\n", encoding: system.encoding ?? "utf8", isCut: false },
    truth: { items, maybe: new Set(), never: new Set(), mayLoseAll: false, moreLines: 0 },
  };
  for (const foot of system.foot ?? []) file.rows.push(footRow(foot, file));
  return file;
}

/** A line of text, and its row; undefined for the header and the lines above it. */
export interface Line {
  text: string;
  row: Row | undefined;
}

const plainNumber = /^-?\d{1,12}(?:\.\d{1,6})?$/;
const isNumber = ({ typed }: System, holds: string, cell: string): boolean =>
  typed !== undefined &&
  plainNumber.test(cell) &&
  (numbers.test(holds) || (typed === "barcodes" && holds === "barcode" && !/^0/.test(cell)));

function csvCell(cell: string, { quotes = "needed", delimiter = "," }: System): string {
  if (quotes === "never")
    return cell.replace(delimiter === "\t" ? /[\t\r\n]/g : /["\r\n]/g, " ").replaceAll(delimiter, " ");
  const isNeeded = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  const isText = quotes === "all" || (quotes === "texts" && cell !== "" && !/^-?[\d.]+$/.test(cell));
  return isNeeded || isText ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The lines of a file of text. */
export function linesOf({ system, columns, rows, head, extra }: StockFile): Line[] {
  const names = columns.map(({ name }) => name);
  if (system.format === "csv") {
    const text = (cells: string[]): string => cells.map((cell) => csvCell(cell, system)).join(system.delimiter);
    const more = (count: number): string => (system.delimiter ?? "").repeat(count);
    const data = rows.map((row) => ({ text: row.cells.length ? text(row.cells) + more(extra.lines) : "", row }));
    return [...[...head, text(names) + more(extra.header)].map((line) => ({ text: line, row: undefined })), ...data];
  }
  return rows.map((row) => {
    const members = row.cells.map((cell, at) => {
      const { name = "", holds = "" } = columns[at] ?? {};
      return [name, isNumber(system, holds, cell) ? Number(cell) : cell];
    });
    return { text: JSON.stringify(Object.fromEntries(members)), row };
  });
}

export function textOf(lines: readonly Line[], { system, newline, isCut }: StockFile): string {
  const texts = lines.map(({ text }) => text);
  if (system.format === "json") return `[${texts.join(",\n")}${isCut ? "" : "]"}`;
  return texts.join(newline) + (isCut ? "" : newline);
}

/** The characters of windows-1252 that have another place in Unicode, from 0x80. */
const windows = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** A character that an encoding lacks becomes `?`. Invisible ones are left out. */
function inWindows1252(text: string): Buffer {
  const bytes = [...text.replace(/\p{Cf}/gu, "")].map((char) => {
    const code = char.codePointAt(0) ?? 0;
    const place = windows.indexOf(char);
    return place >= 0 ? 0x80 + place : code < 0x100 ? code : 0x3f;
  });
  return Buffer.from(bytes);
}

export function encoded(text: string, encoding: StockFile["encoding"]): Buffer {
  if (encoding === "utf16le bom") return Buffer.from(`\uFEFF${text}`, "utf16le");
  if (encoding === "utf16le") return Buffer.from(text, "utf16le");
  if (encoding === "windows-1252") return inWindows1252(text);
  return Buffer.from(encoding === "utf8 bom" ? `\uFEFF${text}` : text);
}

export function workbookOf({ system, columns, rows, head, sheets }: StockFile): Buffer {
  const names = columns.map(({ name }) => name);
  const cells = rows.map((row) =>
    row.cells.map((cell, at) => (isNumber(system, columns[at]?.holds ?? "", cell) ? { number: cell } : cell)),
  );
  const own = { rows: [...head.map((line) => [line]), names, ...cells], isHidden: false };
  const all = [...sheets.filter(({ isInFront }) => isInFront), own, ...sheets.filter(({ isInFront }) => !isInFront)];
  return makeXlsx({
    sheets: all.map((sheet) => sheet.rows),
    // `S1` would be the name of the store.
    names: all.map((_, at) => `Sheet${at + 1}`),
    states: all.map(({ isHidden }) => (isHidden ? "hidden" : undefined)),
  });
}

/** The data lines that the file has. Blank lines are none. */
export const numberOfLines = ({ rows }: StockFile): number =>
  rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")).length;
