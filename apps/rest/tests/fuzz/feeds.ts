import fc from "fast-check";
import type { Body, Encoding } from "./json-bodies.ts";
import { jsonTexts } from "./nasty.ts";
import { anyText, anyUrl, known } from "./schema-values.ts";

const headers: string[][] = [
  ["barcode", "price", "quantity"],
  ["EAN", "RRP", "QOH", "currency", "condition"],
  ["barcode", "title", "description", "brand", "image"],
  ["sku", "barcode", "qty", "price", "msrp", "note"],
  ["barcode", "price"],
  ["__proto__", "constructor", "barcode", "price", "quantity"],
  [""],
  ["barcode", "price", "quantity", ...Array.from({ length: 997 }, (_, n) => `column ${n}`)],
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("1", "2.50", "£1,000.00", "0", "-3", "1e9", "GBP", "used", "", "n/a") },
  { weight: 3, arbitrary: fc.constantFrom(...(known.barcode ?? []).map(String)) },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: anyUrl },
);
const row = fc.array(value, { minLength: 1, maxLength: 6 });
/** A valid line for the first header. */
const goodRow = fc
  .tuple(
    fc.constantFrom(...(known.barcode ?? []).map(String)),
    fc.constantFrom("1.00", "2.5"),
    fc.constantFrom("0", "2", "9"),
  )
  .map((parts): string[] => [...parts]);

interface Table {
  header: string[];
  rows: string[][];
}

const table: fc.Arbitrary<Table> = fc.record({
  header: fc.constantFrom(...headers, ...headers.slice(0, 1), ...headers.slice(0, 1)),
  rows: fc.array(fc.oneof(goodRow, row), { maxLength: 6 }),
});

const quoted = (text: string): string => (/["\n\r,;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csv = fc
  .tuple(table, fc.constantFrom(",", ";", "\t", "|"), fc.constantFrom("\n", "\r\n", "\r"), fc.boolean())
  .map(([{ header, rows }, separator, end, isQuoted]) =>
    [header, ...rows].map((cells) => cells.map((cell) => (isQuoted ? quoted(cell) : cell)).join(separator)).join(end),
  );
/** Lines of `{}` after one object with many members. Each line then costs as much as all columns. */
const emptyObjects = fc
  .tuple(fc.constantFrom(...headers), fc.integer({ min: 1, max: 5_000 }))
  .map(
    ([names, lines]) =>
      `${JSON.stringify(Object.fromEntries(names.map((name) => [name, "1"])))}\n${"{}\n".repeat(lines)}`,
  );
const objects = table.map(({ header, rows }) =>
  rows.map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n]]))),
);
/** A file of all stores with lines of a known one. */
const ofStores = fc
  .array(goodRow, { minLength: 1, maxLength: 4 })
  .map((rows) => ["store,barcode,price,quantity", ...rows.map((cells) => ["@store@", ...cells].join(","))].join("\n"));
const json = objects.map((all) => JSON.stringify(all));
const ndjson = objects.map((all) => all.map((one) => JSON.stringify(one)).join("\n"));
const strange = fc.oneof(
  fc.constantFrom(...jsonTexts),
  anyText,
  fc.constantFrom(
    "PK\u0003\u0004",
    "\u001f\u008b",
    '"',
    '"\n"'.repeat(1_000),
    ",".repeat(65_536),
    'barcode,price,quantity\n"',
    "barcode,price,quantity\n".repeat(500),
  ),
);

const encoding: fc.Arbitrary<Encoding> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("utf8" as const) },
  { weight: 1, arbitrary: fc.constantFrom("latin1", "utf16le", "utf8 with BOM", "utf8 cut", "gzip", "gzip twice") },
);

/** Feeds of stock and product data in every format, and bodies that only look like one. */
export const feedBody: fc.Arbitrary<Body> = fc.record({
  text: fc.oneof(
    { weight: 4, arbitrary: csv },
    { weight: 1, arbitrary: ofStores },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: ndjson },
    { weight: 1, arbitrary: emptyObjects },
    { weight: 1, arbitrary: strange },
  ),
  encoding,
});
