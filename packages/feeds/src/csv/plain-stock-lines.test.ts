import fc from "fast-check";
import { expect, test } from "vitest";
import { readStockLine, type StockField, type StockLine } from "../lines/stock-line.ts";
import { CsvRecords } from "./csv-records.ts";
import { createTakePlain, type PlainLines } from "./plain-stock-lines.ts";

const fields: StockField[] = ["barcode", "price", "quantity", "currency", "condition"];
const columns = ["barcode", "none", "price", "quantity", "currency", "condition"];
const dialect = { delimiter: ",", newline: "\n" } as const;

function plainLines(rest: Partial<PlainLines> = {}): PlainLines {
  const indexes = new Map(fields.map((field) => [field, columns.indexOf(field)]));
  return { ...dialect, commas: false, currency: "GBP", columns: columns.length, indexes, ...rest };
}

/** The result of the fast path for a line; undefined: the fast path does not handle it. */
function fast(line: string, lines: PlainLines): StockLine | undefined {
  let taken: StockLine | undefined;
  const take = createTakePlain(lines, ({ bytes, start, end, pence, thousandths, currency, condition }) => {
    taken = { barcode: Buffer.from(bytes.subarray(start, end)).toString(), pence, thousandths, currency, condition };
  });
  const bytes = Buffer.from(`${line}\nnext`);
  const next = take(bytes, 0, 1);
  expect(next).toBe(taken ? bytes.length - 4 : -1);
  return taken;
}

/** The result of the rules for a line, if the line is one record. */
function slow(line: string, lines: PlainLines) {
  const records: string[][] = [];
  const reader = new CsvRecords(
    { delimiter: lines.delimiter, newline: "\n" },
    { record: (_, cells) => records.push(cells), broken() {} },
  );
  reader.push(Buffer.from(`${line}\n`));
  while (reader.read());
  const [cells = []] = records;
  const raw = Object.fromEntries([...lines.indexes].map(([field, index]) => [field, cells[index] ?? ""]));
  return records.length === 1 && cells.length <= lines.columns
    ? readStockLine(raw, { commas: lines.commas, partial: false, currency: lines.currency })
    : "no line";
}

const digits = (minLength: number) =>
  fc.string({ unit: fc.constantFrom("0", "1", "4", "5", "9"), minLength, maxLength: 8 });
const number = fc.oneof(
  fc.tuple(digits(1), fc.constantFrom("", ".", ".5"), digits(0)).map((parts) => parts.join("")),
  fc
    .tuple(
      fc.constantFrom("", "-", "+", "£", "£", "£ ", "$", "Â", "£-"),
      digits(0),
      fc.constantFrom("", "."),
      digits(0),
    )
    .map((parts) => parts.join("")),
);
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "1", "E", "e", "+", " ", '"', "é", "\r", "\0", "'", "=", "-"), maxLength: 5 }),
  fc.constantFrom("0306406152", "080442957X", "0-306-40615-2", "5012345 678900", "5012345678900.0", "'5012345678900"),
);
const currency = fc.constantFrom("", "GBP", "EUR", "gbp", "XYZ", " ");
const condition = fc.constantFrom("", "new", "used", "refurbished", "use", "newer");
const maybeQuoted = (cell: fc.Arbitrary<string>) =>
  fc.tuple(cell, fc.nat(3)).map(([value, n]) => (n === 0 ? `"${value}"` : value));
const line = fc
  .tuple(
    fc.tuple(...[fc.oneof(digits(1), text), text, number, number, currency, condition, text].map(maybeQuoted)),
    fc.constantFrom(6, 6, 6, 6, 4, 3, 7),
    fc.constantFrom("", "\r"),
  )
  .map(([cells, count, end]) => cells.slice(0, count).join(",") + end);

test("lines that the fast way reads have the same result by the rules", () => {
  let taken = 0;
  fc.assert(
    fc.property(line, fc.boolean(), fc.constantFrom("GBP", "EUR"), (one, commas, currency) => {
      const lines = plainLines({ commas, currency, delimiter: commas ? ";" : "," });
      const written = commas ? one.replaceAll(",", ";").replaceAll(".", ",") : one;
      const result = fast(written, lines);
      if (!result) return;
      taken++;
      expect(result).toEqual(slow(written, lines));
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(300);
});

test.each([
  "5012345678900,,4.50,10,,",
  'x,,"£1.5",7',
  "MUG 1,a title,£4,-1.5,GBP,used\r",
  '"5012345678900","a, b","0.005","999999.9999","EUR","refurbished"',
  'x,5" nail,9999999.99,0',
])("%j is taken without a string", (one) => {
  const lines = plainLines();
  expect(fast(one, lines)).toEqual(slow(one, lines));
});
