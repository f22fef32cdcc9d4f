import { describe, expect, test } from "vitest";
import { makeXlsx } from "../tests/make-xlsx.ts";
import { readLines } from "../tests/read-lines.ts";

const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const none = { otherStore: 0, total: 0, picture: 0 };

describe("the decimal sign", () => {
  test("comes from the column, whatever the delimiter of the file is", async () => {
    const comma = csv("EAN,Preis,Bestand", 'A-1,"44,90",12', "A-2,1.234,3");
    expect((await readLines(comma)).lines).toEqual(["A-1 4490 12000", "A-2 123400 3000"]);
    const point = csv("EAN;Price;Qty", "A-1;44.90;12", "A-2;1,234;3");
    expect((await readLines(point)).lines).toEqual(["A-1 4490 12000", "A-2 123400 3000"]);
  });

  test("otherwise comes from the other columns of numbers", async () => {
    const file = csv("EAN;Price;Qty", "A-1;44.90;12.000", "A-2;9.99;1,500");
    expect((await readLines(file)).lines).toEqual(["A-1 4490 12000", "A-2 999 1500000"]);
  });

  test("otherwise is the chosen one, and without a choice such numbers are rejected", async () => {
    const file = csv("EAN,Price,Qty", "A-1,1.234,12", "A-2,5,1.000", "A-3,0.375,1");
    expect((await readLines(csv("EAN,Price,Qty", "A-1,1.234,12", "A-2,5,1.000"))).lines).toEqual([
      "2 ambiguous_number",
      "3 ambiguous_number",
    ]);
    expect((await readLines(file, { decimalSign: "." })).lines).toEqual([
      "A-1 123 12000",
      "A-2 500 1000",
      "A-3 38 1000",
    ]);
    expect((await readLines(csv("EAN,Price,Qty", "A-1,1.234,1.000"), { decimalSign: "," })).lines).toEqual([
      "A-1 123400 1000000",
    ]);
  });

  test("is unknown in a column with both kinds, which takes only the numbers that are clear alone", async () => {
    const file = csv("EAN;Price;Qty", "A-1;44,90;1", "A-2;9.99;2", "A-3;1.234;3", "A-4;1.234,50;4");
    expect((await readLines(file)).lines).toEqual([
      "A-1 4490 1000",
      "A-2 999 2000",
      "4 ambiguous_number",
      "A-4 123450 4000",
    ]);
    expect((await readLines(file, { decimalSign: "," })).lines).toContain("4 ambiguous_number");
  });

  test("is found for a number far inside a file, in lines before and behind it, and no line counts twice", async () => {
    const plain = Array.from({ length: 2_000 }, (_, n) => `B-${n};5;1`);
    const file = csv("EAN;Price;Qty", ...plain, "A-1;1.234;1", ...plain, 'A-2;"0,50";1', "Worth;21234,50;4002");
    const { lines, skipped } = await readLines(file);
    expect(lines).toHaveLength(4_002);
    expect(lines.slice(2_000, 2_001)).toEqual(["A-1 123400 1000"]);
    const rejected = await readLines(
      csv("EAN;Price;Qty", ...plain, "A-1;1.234;1", ...plain, "A-2;0.50;1", "A-3;0,50;1"),
    );
    expect(rejected.lines.filter((line) => line.includes("ambiguous"))).toEqual(["2002 ambiguous_number"]);
    expect(skipped).toEqual({ ...none, total: 1 });
  });

  test("of numbers in JSON and in cells of a workbook is a point, and says nothing about texts", async () => {
    const json = JSON.stringify([
      { ean: "A-1", price: 1.234, qty: 3 },
      { ean: "A-2", price: "1.234", qty: 3 },
    ]);
    expect((await readLines(json)).lines).toEqual(["A-1 123 3000", "2 ambiguous_number"]);
    const book = makeXlsx({
      sheets: [
        [
          ["EAN", "Price", "Qty"],
          ["A-1", { number: "1.234" }, { number: "44.9" }],
          ["A-2", "1.234", "3"],
        ],
      ],
    });
    expect((await readLines(book)).lines).toEqual(["A-1 123 44900", "3 ambiguous_number"]);
  });

  test("of a price with three decimals in a currency that has them: the third is not dropped", async () => {
    const file = csv("EAN,Price,Qty", "A-1,0.375,4", "A-2,1.250,4");
    expect((await readLines(file, { currency: "KWD" })).lines).toEqual(["2 too_many_decimals", "A-2 125 4000"]);
  });
});

describe("a line that lacks fields", () => {
  test("may have lost a delimiter, so that its values are in other columns: it is rejected", async () => {
    const file = csv("EAN,Price,Qty,Cost", "A-1,44.90,12,9", "A-2,44.9012,9", "A-3,1.00,2,1");
    expect((await readLines(file)).lines).toEqual(["A-1 4490 12000", "3 too_few_columns", "A-3 100 2000"]);
  });

  test("is rejected also in a short file, where the rest of the cut line is as short as its beginning", async () => {
    const file = csv("EAN,Price,Qty,Currency,Promotion amount", "A-1,47.48,42", ",GBP,23.74", "A-2,0.87,5,GBP,");
    expect((await readLines(file)).lines).toEqual(["2 too_few_columns", "3 too_few_columns", "A-2 87 5000"]);
  });

  test("is compared with the header, also where the other lines have only another code of their items", async () => {
    expect((await readLines(csv("EAN,Price,Qty,Cost", "A-1,44.9012,9"))).lines).toEqual(["2 too_few_columns"]);
    expect((await readLines(csv("EAN,Price,Qty,Cost", "A-1,44.90,12,9"))).lines).toEqual(["A-1 4490 12000"]);
    const file = csv("SKU,EAN,Price,Qty,Cost", "S-1,A-1,44.9012,9", "S-2,,1.00,2,1", "S-3,,2.00,3,2");
    expect((await readLines(file)).lines).toEqual(["2 too_few_columns", "S-2 100 2000", "S-3 200 3000"]);
  });

  test("of delimiters at the end of the header or of the lines, those of the lines count", async () => {
    const header = csv("EAN,Qty,Price,Cost,", "A-1,12,44.90,9", "A-2,2,,1.00,", "A-3,3,1.00,1");
    expect((await readLines(header)).lines).toEqual(["A-1 4490 12000", "3 too_many_columns", "A-3 100 3000"]);
    const lines = csv("EAN,Qty,Price,Cost", "A-1,12,44.90,9,", "A-2,21.00,1,", "A-3,3,1.00,1,");
    expect((await readLines(lines)).lines).toEqual(["A-1 4490 12000", "3 too_few_columns", "A-3 100 3000"]);
    const unknown = csv("EAN,Qty,Price,Cost", "A-1,12,44.90,9,", "A-2,21.00,1,");
    expect((await readLines(unknown)).lines).toEqual(["2 too_many_columns", "3 too_few_columns"]);
  });

  test("is valid if all lines lack them, or many do", async () => {
    const all = csv("EAN,Price,Qty,Note", "A-1,44.90,12", "A-2,1.00,2");
    expect((await readLines(all)).lines).toEqual(["A-1 4490 12000", "A-2 100 2000"]);
    const many = csv("EAN,Price,Qty,Note", "A-0,1.00,1,x", ...Array.from({ length: 16 }, (_, n) => `B-${n},1.00,2`));
    expect((await readLines(many)).lines).toHaveLength(17);
    expect((await readLines(many)).lines).toContain("B-15 100 2000");
  });
});

describe("a code that can be an ISBN-10, or a UPC whose zeros a spreadsheet dropped", () => {
  test("is rejected without a column of ISBNs or another ISBN-10", async () => {
    const unclear = "4087416976";
    const lines = async (name: string, ...codes: string[]): Promise<string[]> =>
      (await readLines(csv(`${name};Price;Qty`, ...codes.map((code) => `${code};1.00;2`)))).lines;
    expect(await lines("Barcode", unclear, "5012345678900")).toEqual(["2 ambiguous_barcode", "5012345678900 100 2000"]);
    expect(await lines("ISBN", unclear)).toEqual(["9784087416978 100 2000"]);
    expect(await lines("UPC/ISBN", unclear)).toEqual(["2 ambiguous_barcode"]);
    expect(await lines("Barcode", unclear, "080442957X")).toEqual(["9784087416978 100 2000", "9780804429573 100 2000"]);
  });
});

describe("a line that is no product", () => {
  test.each([
    "Total:",
    "Gesamtsumme",
    "TOTAL 2 items",
    "Report total",
    "Sous-total",
    "Totale",
    "Total general:",
    "Average",
    "Total incl. VAT",
  ])("%s is a total: it is skipped", async (word) => {
    const file = csv("EAN,Price,Qty", "A-1,44.90,12", `${word},54.89,15`, "A-2,9.99,3");
    expect(await readLines(file)).toEqual({
      lines: ["A-1 4490 12000", "A-2 999 3000"],
      skipped: { ...none, total: 1 },
    });
  });

  test("a last line without a title whose numbers are the sums is a total, and another last line is a product", async () => {
    const lines = ["EAN,Title,Price,Qty", "A-1,Mug,44.90,12", "A-2,Cup,9.99,3"];
    expect((await readLines(csv(...lines, "X,,54.89,15"))).skipped).toEqual({ ...none, total: 1 });
    expect((await readLines(csv(...lines, "Worth,,568.77,15"))).skipped).toEqual({ ...none, total: 1 });
    expect((await readLines(csv(...lines, ",,54.89,15"))).skipped).toEqual({ ...none, total: 1 });
    for (const last of ["X,Jug,54.89,15", "X,,54.89,16", "5012345678900,,54.89,15"]) {
      expect((await readLines(csv(...lines, last))).lines, last).toHaveLength(3);
    }
  });

  test("a last line with the sums and a code that can be a product is rejected, and one line with stock makes no sum", async () => {
    expect((await readLines(csv("SKU,Qty", "A-1,1", "A-2,2", "A-3,3"))).lines.at(-1)).toBe("4 possible_total");
    expect((await readLines(csv("SKU,Price,Qty", "hat,1.00,1", "A-2,2.00,2", "mug,3.00,3"))).lines.at(-1)).toBe(
      "4 possible_total",
    );
    for (const last of ["A-3", "mug"]) {
      const { lines, skipped } = await readLines(csv("SKU,Price,Qty", "A-1,0.99,1", "A-2,0.99,0", `${last},0.99,1`));
      expect([lines.at(-1), skipped], last).toEqual([`${last} 99 1000`, none]);
    }
  });

  test("a label with a colon is no barcode", async () => {
    expect((await readLines(csv("EAN,Price,Qty", "Stock value:,568.77,15"))).lines).toEqual(["2 missing_barcode"]);
  });

  test("a code that contains a word for a total is a product", async () => {
    const file = csv("SKU,Price,Qty", "TOTAL-500,1.00,1", "SUMMER,1.00,1", "Total Care,1.00,1");
    expect((await readLines(file)).lines).toEqual(["TOTAL-500 100 1000", "SUMMER 100 1000", "Total Care 100 1000"]);
  });

  test("a further picture of a product is skipped", async () => {
    const file = csv(
      "Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price,Image Src",
      "mug,Mug,M-1,12,44.90,https://x.example/1.jpg",
      "mug,,,,,https://x.example/2.jpg",
    );
    expect(await readLines(file)).toEqual({ lines: ["M-1 4490 12000"], skipped: { ...none, picture: 1 } });
  });
});

describe("a column of stores", () => {
  const file = csv("store_code,EAN,Qty,Price", "S1,A-1,12,44.90", "S2,A-1,0,44.90", "s1,A-2,3,9.99", ",A-3,1,1.00");

  test("gives this store its own lines; lines of other stores are skipped, and lines without a store are rejected", async () => {
    expect(await readLines(file)).toEqual({
      lines: ["A-1 4490 12000", "A-2 999 3000", "5 missing_store"],
      skipped: { ...none, otherStore: 1 },
    });
  });

  test("without a line of this store refuses the file, and the error names the stores", async () => {
    await expect(readLines(file, { names: ["York"] })).rejects.toMatchObject({
      code: "UnrecognisedFeed",
      members: { seen: ["S1", "S2"] },
    });
  });
});

describe("stock of another store of the retailer", () => {
  const stores = ["Leeds", "S1", "York", "S2"];

  test.each(["Stock (York)", "Stock [S2]", "inventory_York", "Stock at York", "Total stock,York"])(
    "has no field in this one: %s",
    async (name) => {
      const file = csv(`EAN,Price,${name}`, "A-1,44.90,15,3");
      await expect(readLines(file, { stores })).rejects.toMatchObject({ code: "UnrecognisedFeed" });
    },
  );

  test("leaves the column with the name of this store, before a total", async () => {
    for (const name of ["Total stock", "Stock"]) {
      const file = csv(`EAN,Price,${name},York,Leeds`, "A-1,44.90,15,3,12");
      expect((await readLines(file, { stores })).lines).toEqual(["A-1 4490 12000"]);
    }
  });

  test("in a sheet with its name is left out, and a workbook without another sheet is refused", async () => {
    const header = ["EAN", "Price", "Qty"];
    const york = [header, ["A-1", "44.90", "3"]];
    const leeds = [
      ["Barcode", "Stock", "Price"],
      ["A-1", "12", "44.90"],
    ];
    const book = makeXlsx({ sheets: [york, leeds], names: ["York", "Stock Leeds"] });
    expect((await readLines(book, { stores })).lines).toEqual(["A-1 4490 12000"]);
    await expect(readLines(makeXlsx({ sheets: [york], names: ["York"] }), { stores })).rejects.toMatchObject({
      message: expect.stringContaining('"York" has the name of another store'),
    });
    const numbered = makeXlsx({ sheets: [york, [header, ["A-2", "1", "1"]]], names: ["Sheet 1", "Sheet 2"] });
    expect((await readLines(numbered, { stores: ["Leeds", "1", "2"] })).lines).toHaveLength(2);
  });
});

describe("a column whose number is not certain", () => {
  test("has the name of another one: a line with two values is rejected, and a line with one value is read", async () => {
    const file = csv("EAN,Price,Qty,Value,qty,Value", "A-1,44.90,12,1,3,2", "A-2,9.99,3,1,3,2", "A-3,1.00,5,1,,2");
    expect((await readLines(file)).lines).toEqual(["2 repeated_cell", "A-2 999 3000", "A-3 100 5000"]);
    const prices = csv("EAN,Price,Qty,Price", "A-1,44.90,12,39.90", "A-2,,12,39.90", "A-3,1.00,5,1.00");
    expect((await readLines(prices)).lines).toEqual(["2 repeated_cell", "A-2 3990 12000", "A-3 100 5000"]);
  });

  test("has another name in a line between: the lines behind it are rejected, until the names are those of the header", async () => {
    const file = csv(
      "EAN,Title,Price,Qty",
      "A-1,Mug,44.90,12",
      "EAN,Title,Qty,Price",
      "A-2,Cup,3,9.99",
      "Total,,3,9.99",
    );
    expect(await readLines(file + csv("EAN,Title,Price,Qty", "A-3,Jug,1.00,5"))).toEqual({
      lines: ["A-1 4490 12000", "3 invalid_price", "4 other_columns", "6 invalid_price", "A-3 100 5000"],
      skipped: { ...none, total: 1 },
    });
  });

  test("is that of the header behind a line whose code looks like a name", async () => {
    const file = csv("Store,EAN,Price,Qty", "S1,#REF!,44.90,12", "S1,Ref,9.99,3", "S1,A-1,1.00,5");
    expect((await readLines(file)).lines).toEqual(["2 invalid_barcode", "Ref 999 3000", "A-1 100 5000"]);
  });

  test("has no name and a value that a decimal comma without quotes can move there", async () => {
    expect((await readLines(csv("EAN,Preis,Bestand,", "A-1,44,90,12", "A-2,9,99,3"))).lines).toEqual([
      "2 too_many_columns",
      "3 too_many_columns",
    ]);
    const notes = csv("EAN,Price,Qty,", "A-1,44.90,12,old", "A-2,9.99,3,old");
    expect((await readLines(notes)).lines).toEqual(["A-1 4490 12000", "A-2 999 3000"]);
  });
});
