import { expect, test } from "vitest";
import { type Book, makeXlsx } from "./make-xlsx.ts";
import { readLines, readParts } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const both = [`${lamp} 4490 12000`, `${mug} 999 3000`];
const names = ["EAN", "Price", "Qty"];
type Cell = Book["sheets"][number][number][number];
const n = (number: number | string, style = 0) => ({ number: String(number), style });
const stores = ["Leeds", "S1", "York"];
const linesOf = async (book: Book) => (await readLines(makeXlsx(book), { stores })).lines;
/** A workbook with a line that is always good. */
const withMug = (cells: Cell[], book: Partial<Book> = {}) =>
  linesOf({ sheets: [[names, cells, [mug, n("9.99"), n(3)]]], ...book });

test.each([
  ['0" cases"'],
  ['0" Ktn"'],
  ['0" reserved"'],
  ['0" x 6"'],
  ['0.00 "kg"'],
  ["0\\ \\k\\g"],
  ['"6 x "0'],
  ['0;-0;0;@" cases"', "12"],
  ['@" cases"'],
  ["#,##0,"],
  ['0.0,,"M"'],
  [";;;"],
  ["(0)"],
  ["-0"],
  ['0"00"', n("12.5", 1)],
  ['[>=10]"10";0'],
  ["0;0", n(-12, 1)],
])("a quantity in the format %s is rejected", async (format, cell: Cell = n(12, 1)) => {
  const shown = typeof cell === "string" ? { raw: `<c r="C2" t="str" s="1"><v>${cell}</v></c>` } : cell;
  expect(await withMug([lamp, n("44.9"), shown], { formats: [format] })).toEqual(["2 invalid_quantity", both[1]]);
});

test.each([
  ['0 "pcs"', 12, 12],
  ['0" Stück"', 12, 12],
  ["#,##0", 1200, 1200],
  ["#\\ ##0", 1200, 1200],
  ["#'##0", 1200, 1200],
  ["[>=100000]##\\,##\\,##0;##,##0", 123456, 123456],
  ["0;[Red](0)", -12, -12],
  ["#,##0;[Red]#,##0", -12, -12],
  ['_-* #,##0_-;-* #,##0_-;_-* "-"??_-;_-@_-', 0, 0],
  ['0;-0;"sold out"', 0, 0],
  ["0;-0;;@", 0, 0],
  ["#", 0, 0],
  ["# ?/?", 0.5, 0.5],
  ["000", 12, 12],
  ["[Blue]0;[Red]-0", 12, 12],
  ['"£"0.00', 12, 12],
])("a quantity in the format %s is read", async (format, stored, quantity) => {
  expect(await withMug([lamp, n("44.9"), n(stored, 1)], { formats: [format] })).toEqual([
    `${lamp} 4490 ${quantity * 1_000}`,
    both[1],
  ]);
});

test.each([
  ['#,##0.00"/kg"'],
  ['#,##0.00" per 100"'],
  ['#,##0.00" net"'],
  ['#,##0.00" ex VAT"'],
  ['0"p"'],
  ["#,##0,"],
  ['"from "0.00'],
  ['0" "00', "4490"],
  ['#"."00', "4490"],
  ['0",5"', "44"],
])("a price in the format %s is rejected", async (format, stored = "44.9") => {
  expect(await withMug([lamp, n(stored, 1), n(12)], { formats: [format] })).toEqual(["2 invalid_price", both[1]]);
});

test.each([
  ['"£"#,##0.00'],
  ["[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00"],
  ['_-"£"* #,##0.00_-;-"£"* #,##0.00_-;_-"£"* "-"??_-;_-@_-'],
  ['0.00" each"'],
  ['0.00\\ "GBP"'],
  ["0.00E+00"],
  ["General"],
])("a price in the format %s is read", async (format) => {
  expect(await withMug([lamp, n("44.9", 1), n(12)], { formats: [format] })).toEqual(both);
});

test("a price of 0 that the format shows as a dash is none", async () => {
  const formats = ['_-"£"* #,##0.00_-;-"£"* #,##0.00_-;_-"£"* "-"??_-;_-@_-'];
  expect(await withMug([lamp, n(0, 1), n(12)], { formats })).toEqual(["2 invalid_price", both[1]]);
});

test.each([
  ['"M-"0000', "12", "M-0012"],
  ["000-000", "12345", "012-345"],
  ["0000000000000", "12345678905", "0012345678905"],
  ["#,##0", "5012345678900", lamp],
  ["0.00E+00", "5012345678900", lamp],
  ["0\\ 000000\\ 000000", "5012345678900", lamp],
])("a barcode has the digits and texts of its format %s", async (format, stored, barcode) => {
  expect(
    await linesOf({
      sheets: [
        [
          ["SKU", "Price", "Qty"],
          [n(stored, 1), n("44.9"), n(12)],
        ],
      ],
      formats: [format],
    }),
  ).toEqual([`${barcode} 4490 12000`]);
});

test("a barcode that its format hides or rounds is rejected", async () => {
  for (const format of [";;;", "0,"])
    expect(await withMug([n(4711, 1), n("44.9"), n(12)], { formats: [format] })).toEqual([
      "2 invalid_barcode",
      both[1],
    ]);
});

const run = (text: string, property = "") =>
  `<r>${property && `<rPr>${property}</rPr>`}<t xml:space="preserve">${text}</t></r>`;
const strike = "<strike/>";
const raised = '<vertAlign val="superscript"/>';

test.each<[string, string, string]>([
  ["B", run("50", strike) + run("44.90"), both[0] as string],
  ["B", run("50.00 ", strike) + run("44.90", '<strike val="0"/>'), both[0] as string],
  ["B", run("44.90", strike), "2 invalid_price"],
  ["B", run("44") + run("90", raised), "2 invalid_price"],
  ["B", run("44.90") + run("1", raised), "2 invalid_price"],
  ["B", run("44.90") + run("1", '<vertAlign val="subscript"/>'), "2 invalid_price"],
  ["B", run("44.") + run("90", "<b/>") + run("£", raised), both[0] as string],
  ["C", run("12") + run("1", raised), "2 invalid_quantity"],
  ["C", run("77", strike) + run(" 12"), both[0] as string],
  ["A", run("5012345678924", strike) + run(` ${lamp}`), both[0] as string],
  ["A", run(lamp, strike), "2 invalid_barcode"],
  ["A", run(lamp) + run("1", raised), "2 invalid_barcode"],
])("a text in column %s with %s is %s", async (column, runs, expected) => {
  for (const cell of [{ rich: runs }, { raw: `<c r="${column}2" t="inlineStr"><is>${runs}</is></c>` }]) {
    const cells: Cell[] = [lamp, n("44.9"), n(12)];
    cells["ABC".indexOf(column)] = cell;
    expect(await withMug(cells)).toEqual([expected, both[1]]);
  }
});

test("a number or a text in a font that is struck through is rejected", async () => {
  const book = { formats: ["General"], struck: [1] };
  expect(await withMug([lamp, n("44.9", 1), n(12)], book)).toEqual(["2 invalid_price", both[1]]);
  expect(await withMug([n(lamp, 1), n("44.9"), n(12)], book)).toEqual(["2 invalid_barcode", both[1]]);
});

test("a hidden column gives way to a shown one of the same meaning", async () => {
  const head = ["EAN", "Price", "VK-Preis", "Qty", "Stock"];
  const sheets = [[head, [lamp, n(20), n("44.9"), n(77), n(12)]]];
  expect(await linesOf({ sheets, hiddenColumns: [1, 3] })).toEqual([both[0]]);
  const only = [[names, [lamp, n("44.9"), n(12)]]];
  expect(await linesOf({ sheets: only, hiddenColumns: [0, 1, 2] })).toEqual([both[0]]);
});

test("hidden rows count, and cannot correct a shown one", async () => {
  const sheets = [[names, [mug, n("9.99"), n(3)], [lamp, n("44.9"), n(12)]]];
  const read = async (book: Book) => readParts(makeXlsx(book));
  expect(await read({ sheets, hiddenRows: [2] })).toMatchObject({ lines: both.toReversed(), hasPlaces: true });
  expect(await read({ sheets })).toMatchObject({ hasPlaces: false });
  expect(await read({ sheets: [[["Notes"], ...(sheets[0] ?? [])]], hiddenRows: [1] })).toMatchObject({
    hasPlaces: false,
  });
});

test("lines that share a merged barcode or quantity are rejected", async () => {
  const sheets = [
    [
      ["EAN", "Size", "Price", "Qty"],
      [lamp, "S", n("44.9"), n(5)],
      ["", "M", n("44.9"), n(7)],
      [mug, "S", n("9.99"), n(3)],
    ],
  ];
  expect(await linesOf({ sheets, merged: ["A2:A3"] })).toEqual(["2 invalid_barcode", "3 invalid_barcode", both[1]]);
  const quantities = [[names, [lamp, n("44.9"), n(12)], [mug, n("9.99")], ["MUG-1", n(1), n(1)]]];
  expect(await linesOf({ sheets: quantities, merged: ["C2:D3"] })).toEqual([
    "2 invalid_quantity",
    "3 invalid_quantity",
    "MUG-1 100 1000",
  ]);
});

test("a merged price is that of its first line, and merged names and titles say nothing about lines", async () => {
  const sheets = [[["Our shop"], names, [lamp, n("44.9"), n(12)], [mug, "", n(3)]]];
  expect(await linesOf({ sheets, merged: ["A1:C1", "B3:B4"] })).toEqual([both[0], "4 missing_price"]);
  const head = [
    ["EAN", "Price", "Stock"],
    ["", "", "Reserved"],
    [lamp, n("44.9"), n(77)],
  ];
  expect(await linesOf({ sheets: [head], merged: ["A1:A2", "B1:B2"] })).toEqual([
    "2 missing_barcode",
    "3 other_columns",
  ]);
});

test.each<[string, string]>([
  ["a date", '<c r="C2" t="d"><v>2026-11-27</v></c>'],
  ["yes", '<c r="C2" t="b"><v>1</v></c>'],
  ["an error", '<c r="C2" t="e"><v>#DIV/0!</v></c>'],
  ["the text of a formula", '<c r="C2" t="str"><f>A1</f><v>twelve</v></c>'],
  ["a formula without a result", '<c r="C2"><f>6*2</f></c>'],
])("%s is no quantity", async (_, raw) => {
  expect(await withMug([lamp, n("44.9"), { raw }])).toEqual(["2 invalid_quantity", both[1]]);
});

test("a formula without a result is no blank cell, and makes no line", async () => {
  const formula = (at: string) => ({ raw: `<c r="${at}"><f>1+1</f><v></v></c>` });
  const head = ["EAN", "Price", "RRP", "Qty"];
  const sheets = [[head, [lamp, formula("B2"), n(50), n(12)], ["", formula("B3")], [mug, n("9.99"), n(12), n(3)]]];
  expect(await linesOf({ sheets })).toEqual(["2 invalid_price", both[1]]);
});

const sheetOf = (code: string, price: string, quantity: number) => [names, [code, n(price), n(quantity)]];
const twoSheets = [sheetOf(lamp, "44.9", 12), sheetOf(mug, "9.99", 3)];

test.each([
  ["Leeds", "Bath"],
  ["Stock Leeds", "Warehouse"],
  ["Leeds", "Sold Leeds"],
  ["Stock", "Backup"],
  ["Stock", "Copy of Stock"],
  ["Stock", "Stock (2)"],
  ["Stock", "To order"],
  ["Stock", "Nov 2025"],
  ["Stock", "Sales 2026"],
  ["Bestand", "Verkauf Nov"],
  ["Stock", "Stock last week"],
  ["Bestand", "Kopie von Bestand"],
  ["Stock", "Delivery 12 Dec"],
  ["2026-11-27", "Sold"],
])("of the sheets %s and %s, the first one counts", async (...two) => {
  expect(await linesOf({ sheets: twoSheets, names: two })).toEqual([both[0]]);
  expect(await linesOf({ sheets: twoSheets.toReversed(), names: two.toReversed() })).toEqual([both[0]]);
  // Alone, the name of a sheet can say that `Qty` is no stock.
  const alone = linesOf({ sheets: twoSheets.slice(1), names: two.slice(1) });
  if (/sold|sales|verkauf|order|last|delivery/i.test(two[1] ?? "")) await expect(alone).rejects.toThrow(/of the sheet/);
  else expect(await alone).toEqual([both[1]]);
});

test("a visible sheet of another number comes before a hidden one", async () => {
  expect(await linesOf({ sheets: twoSheets, names: ["Stock", "Nov 2026"], states: ["hidden"] })).toEqual([both[1]]);
});

test.each([
  ["27.11.", "28.11."],
  ["2026-11-27", "2026-11-28"],
  ["20261127", "20261128"],
  ["Mon", "Tue"],
  ["Mo", "Di"],
  ["lundi", "mardi"],
  ["Stock Nov", "Stock Oct"],
  ["Bestand KW47", "Bestand KW48"],
])("sheets of several periods are refused: %s and %s", async (...two) => {
  await expect(linesOf({ sheets: twoSheets, names: two })).rejects.toThrow("several periods");
  expect(await linesOf({ sheets: twoSheets.slice(0, 1), names: two.slice(0, 1) })).toEqual([both[0]]);
});

test.each([
  ["Toys", "Books"],
  ["1", "2"],
  ["A-M", "N-Z"],
  ["Cases", "Cables"],
  ["1-9", "10-19"],
  ["Leeds toys", "Leeds books"],
])("the sheets %s and %s are one file", async (...two) => {
  expect(await linesOf({ sheets: twoSheets, names: two })).toEqual(both);
});
