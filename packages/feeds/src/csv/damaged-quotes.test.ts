import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CsvRecords } from "./csv-records.ts";

/** The same files in each run. */
const runs = { numRuns: rounds(3_000), seed: 24 };

interface Row {
  line: number;
  fields?: string[];
  isLoose?: boolean;
}

/** The records behind the header and the broken lines of a file. */
function read(text: string, delimiter: string, columns: number): Row[] {
  const out: Row[] = [];
  const records = new CsvRecords(
    { delimiter, newline: "\n" },
    {
      record: (line, fields, _, isLoose) => out.push({ line, fields, isLoose }),
      broken: (line) => out.push({ line }),
    },
    { widths: [columns] },
  );
  records.push(Buffer.from(text));
  records.end();
  while (records.read());
  return out.slice(1);
}

const delimiter = fc.constantFrom(",", ";", "\t", "|");
const newline = fc.constantFrom("\n", "\r\n");
/** The columns of a file: barcode, price and quantity, and up to three texts between, before or behind them. */
const layout = fc
  .nat(3)
  .chain((texts) =>
    fc.shuffledSubarray(["barcode", "price", "quantity", "x", "y", "z"].slice(0, 3 + texts), { minLength: 3 + texts }),
  );

type Cells = Record<string, string>;

/** The records of a shelf. Each number is in one record alone. */
const shelfOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Cells[]> =>
  fc
    .array(fc.record({ x: text, y: text, z: text }), { minLength: 1, maxLength: 6 })
    .map((texts) =>
      texts.map((cells, n) => ({ ...cells, barcode: `${5_000 + n}`, price: `${n + 1}.99`, quantity: `${70 + n}` })),
    );

const isNumber = (text = ""): boolean => /^\d+(?:\.\d+)?$/.test(text.trim());

/** Checks the rows that the stock reader takes: a number is that of the item, or the line is rejected. */
function expectNoOtherValue(rows: Row[], names: string[], shelf: Cells[], text: string): void {
  const at = (name: string): number => names.indexOf(name);
  for (const { fields = [], isLoose } of rows) {
    const barcode = (fields[at("barcode")] ?? "").trim();
    const [price, quantity] = [fields[at("price")], fields[at("quantity")]];
    if (fields.length > names.length) continue;
    if (!barcode || !isNumber(price) || !isNumber(quantity) || (isLoose && barcode.includes('"'))) continue;
    const item = shelf.find((cells) => cells.barcode === barcode);
    expect([barcode, price?.trim(), quantity?.trim()], JSON.stringify(text)).toEqual([
      item?.barcode,
      item?.price,
      item?.quantity,
    ]);
  }
}

test("a lone quote at any place of a line of RFC 4180 costs its line: each other record is read exactly, or rejected", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "b", '"', ",", ";", "\t", "|", "\n", "\r\n", " "),
    maxLength: 9,
  });
  // The quotes around these texts look like those between two fields, so they are left out: delimiters at the start or the end of
  // a text, in the first column any sign at its start, and tabs or `|` in files that have them as delimiters.
  const ordinary = (text: string, sign: string, isFirst: boolean): string => {
    const own = /[\t|]/.test(sign) ? text.replaceAll(sign, "") : text;
    return own.replace(isFirst ? /^[^ab]+/ : /^[\s"]*[,;][\s",;]*/, "").replace(/[,;][\s",;]*$/, "");
  };
  const file = fc.record({
    names: layout,
    shelf: shelfOf(cell),
    sign: delimiter,
    end: newline,
    quotes: fc.constantFrom("all", "texts", "needed"),
    // The records to spoil, and where.
    spoiled: fc.array(fc.tuple(fc.nat(5), fc.nat()), { minLength: 1, maxLength: 2 }),
  });
  let [others, exact] = [0, 0];
  fc.assert(
    fc.property(file, ({ names, shelf: any, sign, end, quotes, spoiled }) => {
      const shelf = any.map((cells) => ({
        ...cells,
        ...Object.fromEntries(
          ["x", "y", "z"].map((name) => [name, ordinary(cells[name] ?? "", sign, names[0] === name)]),
        ),
      }));
      const write = (name: string, value: string): string => {
        const isQuoted = quotes === "all" || (quotes === "texts" && name.length === 1) || /["\r\n]/.test(value);
        return isQuoted || value.includes(sign) ? `"${value.replaceAll('"', '""')}"` : value;
      };
      const records = shelf.map((cells) => names.map((name) => write(name, cells[name] ?? "")).join(sign));
      // Two damaged texts over several lines can be one that the writer could have written.
      const isSeveral = records.some((record) => record.includes("\n"));
      const places = new Map(spoiled.slice(0, isSeveral ? 1 : 2).map(([n, place]) => [n % records.length, place]));
      const spoil = (record: string, n: number): string => {
        const place = (places.get(n) ?? 0) % (record.length + 1);
        return places.has(n) ? `${record.slice(0, place)}"${record.slice(place)}` : record;
      };
      const written = [names.join(sign), ...records.map(spoil)];
      const text = written.join(end) + end;
      const rows = read(text, sign, names.length);
      const begins = written.map((_, n) => written.slice(0, n).join("\n").split("\n").length + (n ? 1 : 0));
      // A quote within a text of several lines can make a line that the writer could have written, whose barcode is a part of the text.
      const isPossible = ({ line, fields, isLoose }: Row): boolean =>
        places.has(begins.findLastIndex((begin) => begin <= line) - 1) &&
        !isLoose &&
        /^[^\d"]*$/.test(fields?.[names.indexOf("barcode")] ?? "");
      expectNoOtherValue(
        rows.filter((row) => !isPossible(row)),
        names,
        shelf,
        text,
      );
      for (const [n, cells] of shelf.entries()) {
        if (places.has(n)) continue;
        const row = rows.find(({ line }) => line === begins[n + 1]);
        expect(row, JSON.stringify(text)).toBeDefined();
        others++;
        if (!row?.fields || row.isLoose) continue;
        exact++;
        expect(row.fields, JSON.stringify(text)).toEqual(names.map((name) => cells[name as keyof Cells] ?? ""));
      }
    }),
    runs,
  );
  expect(exact / others).toBeGreaterThan(0.9);
});

test("quotes that a till neither doubles nor encloses give no item the number of another line, and each line has a result", () => {
  const word = fc.constantFrom("mug", "bowl,", '12"', '"best"', '"best', 'blue"', '5"x7"', '"');
  const title = fc.array(word, { maxLength: 3 }).map((words) => words.join(" "));
  const file = fc.record({ names: layout, shelf: shelfOf(title), sign: delimiter, isQuoting: fc.boolean() });
  fc.assert(
    fc.property(file, ({ names, shelf, sign, isQuoting }) => {
      const write = (value = ""): string =>
        isQuoting && value.includes(sign) ? `"${value}"` : value.replaceAll(sign, "");
      const lines = shelf.map((cells) => names.map((name) => write(cells[name])).join(sign));
      const text = [names.join(sign), ...lines].join("\n");
      const rows = read(text, sign, names.length);
      expectNoOtherValue(rows, names, shelf, text);
    }),
    runs,
  );
});
