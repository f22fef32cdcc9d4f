import { expect, test } from "vitest";
import { makeXlsx } from "./make-xlsx.ts";
import { readExport } from "./read-export.ts";
import { readLines } from "./read-lines.ts";

const lamp = "5012345678900";
const mug = "5012345678917";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const lines = async (...file: string[]) => (await readLines(csv(...file), { stores: ["Leeds", "S1", "York"] })).lines;
const both = [`${lamp} 4490 12000`, `${mug} 999 3000`];

test.each([
  ["Stock (sprzedane)"],
  ["Stock (objednáno)"],
  ["Qty (sålda)"],
  ["Qty (encomendado)"],
  ["Stock (satılan)"],
  ["Stock (予約)"],
  ["Qty (Solgt)"],
  ["Qty (kg)"],
  ["Qty (Dozen)"],
  ["Stock (on loan)"],
  ["Stock (any word)"],
])("%s alone is no stock", async (name) => {
  await expect(lines(`EAN,Price,${name}`, `${lamp},44.90,77,12`)).rejects.toThrow(/Missing: quantity/);
});

test.each([
  ["Price (bez DPH),Price (s DPH)"],
  ["Price (税抜),Price (税込)"],
  ["Price (KDV hariç),Price (KDV dahil)"],
  ["Price (sem IVA),Price (com IVA)"],
  ["Price (ekskl. moms),Price (inkl. moms)"],
  ["Price (hurtowa),Price"],
])("of %s, the price with tax counts", async (names) => {
  expect(await lines(`EAN,${names},Qty`, `${lamp},33.30,44.90,12`)).toEqual([both[0]]);
});

test("a word with a small letter that says the shop says nothing more", async () => {
  expect(await lines("EAN,Price (regular),Stock (in store)", `${lamp},44.90,12`)).toEqual([both[0]]);
});

test("a second table has other numbers, whatever its names are", async () => {
  const table = ["EAN,Price,Qty", `${lamp},44.90,12`];
  const first = [both[0], "3 missing_barcode", "4 other_columns"];
  expect(await lines(...table, "SKU,Cost,Sold", `${mug},5.00,9`)).toEqual(first);
  const second = [both[0], "3 invalid_price", "4 other_columns"];
  expect(await lines(...table, "Category,Value,Qty", "Mugs,53.88,12")).toEqual(second);
});

test("an error of a spreadsheet and a year are no names", async () => {
  const file = ["EAN,SKU,Price,Qty", ",B-1,#VALUE!,2000", `${lamp},,44.90,12`];
  expect(await lines(...file)).toEqual(["2 invalid_price", both[0]]);
});

test("a second line of names costs the file, because it says what the first one means", async () => {
  const file = ["EAN,Price,Stock,", ",,Reserved,Free", `${lamp},44.90,77,12`];
  expect(await lines(...file)).toEqual(["2 missing_barcode", "3 other_columns"]);
  const hints = ["EAN,Price,Qty", "text,Required,Optional", `${lamp},44.90,12`];
  expect(await lines(...hints)).toEqual(["2 invalid_price", both[0]]);
});

test.each([["2 items"], ["Carried forward"], ["====="], ["(blank)"]])(
  "%s among numbers is no product",
  async (label) => {
    const file = ["Barcode,Price,Qty", `${lamp},44.90,12`, `${label},54.89,15`, `${mug},9.99,3`];
    expect(await lines(...file)).toEqual([both[0], "3 missing_barcode", both[1]]);
  },
);

test("a word is a code if the line has a title, or if other codes are words", async () => {
  expect(await lines("Barcode,Title,Price,Qty", `${lamp},Lamp,44.90,12`, "BAG,Bag,1,5")).toEqual([
    both[0],
    "BAG 100 5000",
  ]);
  expect(await lines("SKU,Price,Qty", "BAG,1,5", "CUP,2,6", "MUG,3,7")).toHaveLength(3);
  const eans = ["EAN,Title,Price,Qty", `${lamp},Lamp,44.90,12`, `${mug},Mug,9.99,3`];
  expect(await lines(...eans, "leer,Bag,1,5")).toEqual([...both, "4 missing_barcode"]);
});

test.each([
  ["12-May", "invalid_barcode"],
  ["Sep-12", "invalid_barcode"],
  ["01/01/1970", "invalid_barcode"],
  ["#NV", "invalid_barcode"],
  ['"MUG-1,MUG-2"', "invalid_barcode"],
  ["MUG-1 | MUG-2", "invalid_barcode"],
  ['"12,345,678"', "invalid_barcode"],
  ["https://shop.example/p/5012345678900", "invalid_barcode"],
  ["5010000000000", "scientific_barcode"],
  ["5.01 E+12", "scientific_barcode"],
  ["5.01×10^12", "scientific_barcode"],
  ["saknas", "missing_barcode"],
  ["nie dotyczy", "missing_barcode"],
])("%s is no code of one product", async (code, reason) => {
  expect(await lines("SKU,Title,Price,Qty", `${code},Lamp,44.90,12`, `${mug},Mug,9.99,3`)).toEqual([
    `2 ${reason}`,
    both[1],
  ]);
});

test("asterisks around a GTIN are those of a font", async () => {
  expect(await lines("EAN,Price,Qty", `*${lamp}*,44.90,12`)).toEqual([both[0]]);
});

test("a price is rejected if the line has a discount", async () => {
  const file = ["EAN;Price tax included;Discount amount;Quantity", `${mug};12.99;3.00;3`, `${lamp};44.90;0.00;12`];
  expect(await lines(...file, `${mug};9.99;;3`)).toEqual(["2 invalid_price", ...both]);
});

test("a price for several pieces is rejected", async () => {
  const file = ["EAN;Preis;Preiseinheit;Bestand", `${mug};449,00;10;3`, `${lamp};44,90;1;12`, `${mug};9,99;;3`];
  expect(await lines(...file)).toEqual(["2 invalid_price", ...both]);
  const header = "EAN;Price;Per;Qty";
  expect(await lines(header, `${lamp};44.90;pc;12`, header, `${mug};9.99;kg;3`)).toEqual([
    both[0],
    "3 missing_barcode",
    "4 invalid_price",
  ]);
});

test.each([["5012345678900 x2"], ["6x5012345678900"], ["2 * 5012345678900"]])("%s is no single piece", async (code) => {
  expect(await lines("EAN,Price,Qty", `${code},44.90,12`)).toEqual(["2 invalid_barcode"]);
});

test("a price with its tax is read, and one without is not", async () => {
  const file = ["EAN;Prix;Stock", `${lamp};44,90 € TTC;12`, `${mug};37,42 € HT;3`];
  expect((await readLines(csv(...file), { currency: "EUR" })).lines).toEqual([both[0], "3 foreign_currency"]);
});

test("the dashes of India and Sweden, and words for a single piece, are read", async () => {
  const file = ["EAN;Price;Qty", `${lamp};499/-;12 adet`, `${mug};44:-;3`];
  expect(await lines(...file)).toEqual([`${lamp} 49900 12000`, `${mug} 4400 3000`]);
});

test("lines of several lots, and of the same barcode, are parts of the stock", async () => {
  const hasPlaces = async (...file: string[]) => (await readExport(csv(...file))).hasPlaces;
  expect(await hasPlaces("EAN,Lot,Price,Qty", `${lamp},L1,44.90,12`, `${lamp},L2,44.90,7`)).toBe(true);
  expect(await hasPlaces("EAN,Title,Price,Qty", `${lamp},L1,44.90,12`, `${lamp},L2,44.90,7`)).toBe(false);
});

test.each([
  ["CSV", csv("EAN,Lot,Price,Expiry,Qty", `${lamp}, L1 ,44.90,,12`, `${mug},,9.99,2026-12-01,3`)],
  [
    "JSON",
    `[{"ean":"${lamp}","price":44.90,"lot":"L1","qty":12},{"ean":"${mug}","price":9.99,"qty":3,"expiry":"2026-12-01"}]`,
  ],
  [
    "a workbook",
    makeXlsx({
      sheets: [
        [
          ["Lot", "EAN", "Price", "Qty", "Expiry"],
          ["L1", lamp, "44.90", "12", ""],
          ["", mug, "9.99", "3", "2026-12-01"],
        ],
      ],
    }),
  ],
])("a line says which piece of the stock it has: %s", async (_, file) => {
  const { lines, pieces, ignoredColumns } = await readExport(file);
  expect([lines, pieces]).toEqual([both, ["L1", "2026-12-01"]]);
  expect(ignoredColumns.map((name) => name.toLowerCase()).toSorted()).toEqual(["expiry", "lot"]);
});

test("a word that stands for no code is none in a column of EANs, and can be one in a column of SKUs", async () => {
  for (const word of ["NA", "x", "xxx"]) {
    const rows = [`${word},44.90,12`, `${mug},9.99,3`];
    expect(await lines("EAN,Price,Qty", ...rows)).toEqual(["2 invalid_barcode", both[1]]);
    expect(await lines("SKU,Price,Qty", ...rows)).toEqual([`${word} 4490 12000`, both[1]]);
  }
});

test.each([["Sale"], ["Offer"], ["Aktion"]])(
  "a column %s with another price makes the price uncertain",
  async (name) => {
    const file = [
      `EAN,RRP,${name},Qty`,
      `${lamp},44.90,29.90,12`,
      `${mug},9.99,,3`,
      `${mug},9.99,9.99,3`,
      `${mug},9.99,7,3`,
      `${mug},9.99,01.12.2026,3`,
    ];
    expect(await lines(...file)).toEqual(["2 invalid_price", both[1], both[1], both[1], both[1]]);
  },
);

test("a member that only a later object has is no ignored column", async () => {
  const line = `{"ean":"${lamp}","price":44.90,"note":"x","qty":12}\n`;
  const last = `{"ean":"${mug}","price":9.99,"qty":3,"condition":"new","lot":"L1"}`;
  const { columns, ignoredColumns, pieces } = await readExport(line.repeat(2_000) + last);
  expect([columns.condition, ignoredColumns, pieces]).toEqual(["condition", ["note", "lot"], ["L1"]]);
});

test("an object of JSON that is not available and has a quantity is rejected", async () => {
  const file = `[{"ean":"${lamp}","price":44.90,"qty":12},{"ean":"${mug}","price":9.99,"available":false,"qty":3}]`;
  expect((await readLines(file)).lines).toEqual([both[0], "2 availability_differs"]);
});

test("a number that the end of the file cuts is not read", async () => {
  const file = `EAN,Qty,Price\n${lamp},12,44.90\n${mug},3,9.`;
  expect((await readLines(file)).lines).toEqual([both[0], "3 too_few_columns"]);
});

test("the rest of a number in a column without a name shows that the line is wrong", async () => {
  expect(await lines("EAN,Price,Qty,", `${lamp},44.90,1,200`, `${mug},9.99,3,`)).toEqual([
    "2 too_many_columns",
    both[1],
  ]);
});

test("a sheet with the name of another number is no stock, also alone", async () => {
  const sheet = (code: string, price: string, quantity: string) => [
    ["EAN", "Price", "Qty"],
    [code, price, quantity],
  ];
  const sheets = [sheet(mug, "5.00", "77"), sheet(lamp, "44.90", "12")];
  expect((await readLines(makeXlsx({ sheets, names: ["Sold", "Stock"] }))).lines).toEqual([both[0]]);
  await expect(readLines(makeXlsx({ sheets: sheets.slice(1), names: ["Sold"] }))).rejects.toThrow(
    /The name of the sheet/,
  );
});

test.each([
  ["2026", "2025"],
  ["Nov", "Okt."],
  ["KW 47", "KW 48"],
])("sheets of several periods are refused: %s and %s", async (...names) => {
  const sheet = (code: string) => [
    ["EAN", "Price", "Qty"],
    [code, "9.99", "3"],
  ];
  const sheets = [sheet(lamp), sheet(mug)];
  await expect(readLines(makeXlsx({ sheets, names }))).rejects.toThrow(`several periods (${names.join(", ")})`);
  expect((await readLines(makeXlsx({ sheets: sheets.slice(1), names: names.slice(1) }))).lines).toEqual([both[1]]);
  expect((await readLines(makeXlsx({ sheets, names: ["Stock", "Mugs"] }))).lines).toHaveLength(2);
});

test.each([["NA"], ["x"], [`${lamp}_1`], ["9780306406157-02"], [`<span>${lamp}</span>`]])(
  "%s is no EAN where most lines have one",
  async (code) => {
    const rejected = expect.stringMatching(/^2 (?:missing|invalid)_barcode$/);
    const file = ["EAN,Title,Price,Qty", `${code},Cup,1,5`, `${lamp},Lamp,44.90,12`, `${mug},Mug,9.99,3`];
    expect(await lines(...file)).toEqual([rejected, ...both]);
  },
);

test("codes of a shop that begin with a GTIN are codes where no line has an EAN", async () => {
  const file = ["EAN,Title,Price,Qty", `${lamp}-RED,Lamp,44.90,12`, `${lamp}-BLUE,Lamp,44.90,3`];
  expect(await lines(...file)).toHaveLength(2);
  expect(await lines(...file, `${mug},Mug,9.99,3`)).toEqual(["2 invalid_barcode", "3 invalid_barcode", both[1]]);
});

test("a shop's own code among EANs is a code", async () => {
  const own = await lines("EAN,Title,Price,Qty", "MUG-1,Cup,1,5", `${mug},Mug,9.99,3`);
  expect(own).toEqual(["MUG-1 100 5000", both[1]]);
  expect(await lines("EAN,Title,Price,Qty", "mug,Cup,1,5", "cup,Cup,1,6")).toHaveLength(2);
});

test("lines under a heading of other numbers are not of the stock", async () => {
  const file = ["EAN,Price,Qty", `${lamp},44.90,12`, "", "Returned items:", `${mug},9.99,3`];
  expect(await lines(...file)).toEqual([both[0], "4 too_few_columns", "5 other_columns"]);
  expect(await lines(...file.with(3, "Sold today,,"))).toEqual([both[0], "4 missing_barcode", "5 other_columns"]);
  for (const heading of ["Gift packs,,", "Samples,,"])
    expect(await lines(...file.with(3, heading))).toEqual([both[0], "4 missing_barcode", both[1]]);
});

test.each([
  [`[{"ean":"${lamp}","price":44.90,"price":9.99,"qty":12},{"ean":"${mug}","price":9.99,"qty":3}]`],
  [`{"ean":"${lamp}","price":44.90,"pr\\u0069ce":9.99,"qty":12}\n{"ean":"${mug}","price":9.99,"qty":3}`],
])("an object with a member twice is rejected: %s", async (file) => {
  expect((await readLines(file)).lines).toEqual(["1 malformed_json", both[1]]);
});

test("lines of a barcode with several sizes, countries or prices are not corrections of each other", async () => {
  const hasPlaces = async (...file: string[]) => (await readExport(csv(...file))).hasPlaces;
  expect(await hasPlaces("SKU,Size,Price,Qty", "TEE-1,S,44.90,12", "TEE-1,M,44.90,7")).toBe(true);
  expect(await hasPlaces("Country,EAN,Price,Qty", `GB,${lamp},44.90,12`, `DE,${lamp},49.90,12`)).toBe(true);
});

test("a format that shows another unit or currency says what a price is", async () => {
  const book = (...formats: string[]) => {
    const row = [lamp, { number: "4490", style: 1 }, "12"];
    return readLines(makeXlsx({ sheets: [[["EAN", "Price", "Qty"], row]], formats }));
  };
  expect((await book('0"p"')).lines).toEqual(["2 invalid_price"]);
  expect((await book('0.00 "kr"')).lines).toEqual(["2 foreign_currency"]);
  expect((await book('0" each"')).lines).toEqual([`${lamp} 449000 12000`]);
});

test("a sheet with examples counts only alone", async () => {
  const names = ["EAN", "Price", "Qty"];
  const sheets = [
    [names, ["1234567890128", "1", "1"]],
    [names, [lamp, "44.90", "12"]],
  ];
  expect((await readLines(makeXlsx({ sheets, names: ["Example", "Stock"] }))).lines).toEqual([both[0]]);
});

test("a line that says that its product is not available has no stock", async () => {
  const file = ["EAN,Price,Available,Quantity", `${lamp},44.90,1,12`, `${mug},9.99,0,3`];
  expect(await lines(...file)).toEqual([both[0], "3 availability_differs"]);
});

test("an own price of 0 with a letter in it is no empty price", async () => {
  const head = "Barcode,Default price,Price [Leeds],In stock [Leeds],Price [York],In stock [York]";
  const file = (price: string) => lines(head, `${lamp},44.90,${price},12,44.90,3`, `${mug},9.99,9.99,3,9.99,4`);
  for (const price of ["0.0l", "O.00", "0.0O", "0.00/kg"])
    expect(await file(price)).toEqual(["2 invalid_price", both[1]]);
  for (const price of ["", "0", "0.00", "£0.00", "0.00 EUR", "-"]) expect(await file(price)).toEqual(both);
});

test("a line that a quote behind another sign moves by one cell does not say how many cells lines have", async () => {
  const head = "EAN,Note,Flag,Qty,Price,Extra";
  for (const sign of ["\0", "x"])
    expect(await lines(head, `${lamp},${sign}"a, b",1,12,44.90,`)).toEqual(["2 too_many_columns"]);
  const loose = `${mug},12" wide,1,3,9.99,`;
  expect(await lines(head, `${lamp},a,1,12,44.90,`, loose)).toEqual(both);
  expect(await lines(`${head},`, `${loose},`)).toEqual([both[1]]);
});

test.each(["£44.90/ea", "44.90/pc", "44.90 / Stück", "£44.90 inc VAT", "44.90 (incl. VAT)", "44.90 IVA incl."])(
  "%s says no more than the price of one piece with its tax",
  async (price) => {
    expect(await lines("EAN,Price,Qty", `${lamp},${price},12`)).toEqual([both[0]]);
  },
);

test.each(["44.90 ex VAT", "44.90 + VAT", "44.90/kg", "44.90 per 10", "44.90/6 pcs", "12.00 pcs", "12 EA"])(
  "%s is no price of one piece",
  async (price) => {
    expect((await lines("EAN,Price,Qty", `${lamp},${price},12`))[0]).toMatch(/^2 (?:invalid_price|foreign_currency)$/);
  },
);

test.each(["12 Unit(s)", "12 copies", "12 ex.", "12 Exemplare", "12 in stock", "12 available"])(
  "%s is a quantity of single pieces",
  async (quantity) => {
    expect(await lines("EAN,Price,Qty", `${lamp},44.90,${quantity}`)).toEqual([both[0]]);
  },
);

test("a barcode with the title of its line is one piece, whatever the title says", async () => {
  for (const title of ["Phone case", "Box set", "6-pack of mugs"]) {
    const read = (cell: string) => lines("EAN,Title,Price,Qty", `${cell},${title},44.90,12`);
    expect(await read(`${lamp} - ${title}`), title).toEqual([both[0]]);
    expect(await read(`${title} (${lamp})`), title).toEqual([both[0]]);
    expect(await read(`${lamp} case of 6`), title).toEqual(["2 invalid_barcode"]);
  }
  expect(await lines("EAN,Title,Price,Qty", `${lamp} case,Phone case,44.90,12`)).toEqual(["2 invalid_barcode"]);
});
