import { expect, test } from "vitest";
import { type Book, makeXlsx } from "../../tests/make-xlsx.ts";
import { makeZip } from "../../tests/make-zip.ts";
import { openPreview } from "../parsers/open-preview.ts";
import { stockResultOf } from "../parsers/open-stock-feed.ts";
import { readStockHeader, type StockFeed } from "../read-stock.ts";
import { readStockLines } from "../read-stock-lines.ts";
import { type Spool, spool } from "../receive/spool.ts";

const store = { currency: "GBP", names: [] };

async function received(bytes: Uint8Array, limit = 64 << 20): Promise<Spool> {
  async function* pieces() {
    yield bytes;
  }
  return spool(pieces(), { limit });
}

/** The bytes that the limit of a workbook counts: of its texts and of its sheets. */
function unpackedSize(feed: StockFeed): number {
  if (feed.format !== "xlsx") return feed.spool.size;
  const { workbook, sheets, spool: bytes } = feed;
  return sheets.reduce((sum, { part }) => sum + workbook.zip.sizeOf(part), bytes.limit - workbook.budget.left);
}

/** Valid lines as `line barcode pence thousandths`, rejected ones as `line code: message`. */
async function read(book: Book | Uint8Array, limit?: number) {
  const body = await received(book instanceof Uint8Array ? book : makeXlsx(book), limit);
  try {
    const feed = await readStockHeader(body, store);
    const lines: string[] = [];
    await readStockLines(feed, {
      line: (line, { barcode, pence, thousandths }) => lines.push([line, barcode, pence, thousandths].join(" ")),
      rejected: (line, { code, message }) => lines.push(`${line} ${code}: ${message}`),
      flush() {},
    });
    return { lines, size: unpackedSize(feed), ...stockResultOf(feed) };
  } finally {
    await body.close();
  }
}

const head = ["Barcode", "Price", "Quantity"];
const sheet = (barcode: string, price = "1.00"): string[][] => [head, [barcode, price, "1"]];

test("all visible sheets with the same header are one file: its lines count on, and a rejection names sheet and row", async () => {
  const books = [["Stock of books"], [], head, ["a", "1.00", "1"], ["b", "free", "1"]];
  const toys = [
    ["BARCODE ", "price", "Quan tity"],
    ["c", "2.00", "2"],
    ["d", "1.00", "many"],
  ];
  const { lines, ignoredSheets } = await read({ sheets: [books, toys, [head], sheet("e")], names: ["Books", "Toys"] });
  expect(lines).toEqual([
    "4 a 100 1000",
    expect.stringMatching(/^5 invalid_price: Sheet "Books", row 5: /),
    "7 c 200 2000",
    expect.stringMatching(/^8 invalid_quantity: Sheet "Toys", row 3: /),
    "11 e 100 1000",
  ]);
  expect(ignoredSheets).toEqual([]);
});

test("a message of a workbook with one sheet names no sheet", async () => {
  const { lines } = await read({ sheets: [sheet("a", "free")] });
  expect(lines).toEqual([expect.stringMatching(/^2 invalid_price: "free" is not/)]);
});

test("visible sheets with another header or none are named, at most 20; blank, hidden and chart sheets are not", async () => {
  const other = [
    [...head, "Shelf"],
    ["x", "1", "1", "A1"],
  ];
  const sheets = [[["Notes"]], sheet("a"), [], other, [["b", "1.00", "1"]], sheet("hidden"), other];
  const names = ["Cover", "Stock", "Blank", "Shelves", "More", "Old", "Deep"];
  const states = [undefined, "visible", undefined, undefined, undefined, "hidden", "veryHidden"];
  const { lines, ignoredSheets } = await read({ sheets, names, states });
  expect(lines).toEqual(["2 a 100 1000"]);
  expect(ignoredSheets).toEqual(["Cover", "Shelves", "More"]);
  const many = await read({ sheets: [sheet("a"), ...Array.from({ length: 30 }, () => [["Notes"]])] });
  expect(many.ignoredSheets).toHaveLength(20);
});

test.each(["hidden", "veryHidden"])("a %s sheet in front of a visible one is not read", async (state) => {
  const { lines, ignoredSheets } = await read({ sheets: [sheet("old"), sheet("a")], states: [state] });
  expect([lines, ignoredSheets]).toEqual([["2 a 100 1000"], []]);
});

test("the first hidden sheet is read if no visible one can be, and the sheets left out are named", async () => {
  const sheets = [[["Notes"]], [["Secret"]], sheet("a"), sheet("b")];
  const { lines, ignoredSheets } = await read({
    ...{ sheets, names: ["Cover", "List", "Stock", "Old"], states: [undefined, "hidden", "hidden", "veryHidden"] },
  });
  expect([lines, ignoredSheets]).toEqual([["2 a 100 1000"], ["Cover", "List", "Old"]]);
});

test("a workbook without a readable sheet is refused with the names of its best visible sheet", async () => {
  const sheets = [[["Notes"]], [["Barcode", "Shelf"]], [["Barcode", "Price"]]];
  await expect(read({ sheets, states: [undefined, undefined, "hidden"] })).rejects.toMatchObject({
    code: "UnrecognisedFeed",
    members: { seen: ["Barcode", "Shelf"] },
  });
});

test("a preview reads the same sheets, and names the ignored ones", async () => {
  const body = await received(makeXlsx({ sheets: [sheet("a"), [["Notes"]], sheet("b")], names: ["A", "Notes", "B"] }));
  const preview = await (await openPreview(body, store)).read(
    async () => undefined,
    () => undefined,
  );
  expect(preview).toMatchObject({ linesRead: 2, problems: 0, ignoredSheets: ["Notes"] });
});

test("a row element for each cell is one row", async () => {
  const sheets = [[head, ["a", "44.90", "12"], [], ["b", "", "x"], ["c", "9.99", "3"]]];
  const { lines } = await read({ sheets, isRowPerCell: true });
  expect(lines).toEqual(["2 a 4490 12000", expect.stringMatching(/^4 missing_price/), "5 c 999 3000"]);
});

const cell = (at: string, value: string): string => `<c r="${at}" t="str"><v>${value}</v></c>`;
const headCells = head.map((name, n) => cell(`${"ABC"[n]}1`, name)).join("");
/** A workbook with rows as XML behind the header. */
const rowsAsXml = (rows: string): Uint8Array =>
  makeZip({
    "_rels/.rels": "<Relationships/>",
    "xl/workbook.xml":
      '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="s"/><sheet name="C" r:id="c"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="s" Type="/worksheet" Target="s.xml"/><Relationship Id="c" Type="/chartsheet" Target="c.xml"/></Relationships>',
    "xl/s.xml": `<worksheet><sheetData><row r="1">${headCells}</row>${rows}</sheetData></worksheet>`,
  });

test("a row with two values for a cell is rejected; the same value twice is one value", async () => {
  const row = (n: number, price: string): string =>
    `<row r="${n}">${cell(`A${n}`, `i${n}`)}${cell(`B${n}`, "1")}${cell(`C${n}`, "1")}${cell(`B${n}`, price)}</row>`;
  const again = `<row r="5">${cell("A5", "i5")}${cell("B5", "1")}${cell("C5", "1")}</row><row r="5">${cell("C5", "7")}</row>`;
  const { lines, ignoredSheets } = await read(rowsAsXml(row(2, "1") + row(3, "2") + row(4, "1") + again));
  expect(lines).toEqual([
    "2 i2 100 1000",
    expect.stringMatching(/^3 repeated_cell: .*different values/),
    "4 i4 100 1000",
    expect.stringMatching(/^5 repeated_cell/),
  ]);
  expect(ignoredSheets).toEqual([]);
});

test("rows in the wrong order, or without a usable number, stay rows of their own", async () => {
  const row = (r: string, barcode: string): string =>
    `<row${r}><c t="str"><v>${barcode}</v></c><c><v>1</v></c><c><v>1</v></c></row>`;
  const rows = ['r="5"', 'r="3"', 'r="6"', 'r="0"', 'r="0"', "", ""].map((r, n) => row(r && ` ${r}`, `i${n}`)).join("");
  const { lines } = await read(rowsAsXml(rows));
  expect(lines).toEqual([5, 6, 7, 8, 9, 10, 11].map((line, n) => `${line} i${n} 100 1000`));
});

test("the limit of unpacked bytes is for all sheets together, in each pass", async () => {
  const wide = (start: number): string[][] => [
    head,
    ...Array.from({ length: 4_000 }, (_, n) => [`item ${(start + n) * 7_919}`, `${n + 1}.00`, String(n % 97)]),
  ];
  const inline = wide(0).map((row) => row.map((text) => ({ inline: text })));
  const bytes = makeXlsx({ sheets: [inline, inline] });
  const { size, lines } = await read(bytes);
  expect(lines).toHaveLength(8_000);
  await expect(read(bytes, size - 1)).rejects.toMatchObject({ code: "PayloadTooLarge" });
  expect((await read(bytes, size)).lines).toHaveLength(8_000);
});

test("a workbook with more than 250 sheets is refused: no sheet is left out silently", async () => {
  await expect(read({ sheets: Array.from({ length: 251 }, () => [["Notes"]]) })).rejects.toMatchObject({
    code: "FeedTooComplex",
    message: expect.stringContaining("250 sheets"),
  });
});
