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

  test("is valid if all lines lack them, or many do", async () => {
    const all = csv("EAN,Price,Qty,Note", "A-1,44.90,12", "A-2,1.00,2");
    expect((await readLines(all)).lines).toEqual(["A-1 4490 12000", "A-2 100 2000"]);
    const many = csv("EAN,Price,Qty,Note", "A-0,1.00,1,x", ...Array.from({ length: 16 }, (_, n) => `B-${n},1.00,2`));
    expect((await readLines(many)).lines).toHaveLength(17);
    expect((await readLines(many)).lines).toContain("B-15 100 2000");
  });
});

describe("a line that is no product", () => {
  test.each(["Total:", "Gesamtsumme", "TOTAL 2 items", "Report total", "Sous-total", "Totale", "Total general:"])(
    "%s is a total: it is skipped",
    async (word) => {
      const file = csv("EAN,Price,Qty", "A-1,44.90,12", `${word},54.89,15`, "A-2,9.99,3");
      expect(await readLines(file)).toEqual({
        lines: ["A-1 4490 12000", "A-2 999 3000"],
        skipped: { ...none, total: 1 },
      });
    },
  );

  test("a last line without a title whose numbers are the sums is a total, and another last line is a product", async () => {
    const lines = ["EAN,Title,Price,Qty", "A-1,Mug,44.90,12", "A-2,Cup,9.99,3"];
    expect((await readLines(csv(...lines, "X,,54.89,15"))).skipped).toEqual({ ...none, total: 1 });
    for (const last of ["X,Jug,54.89,15", "X,,54.89,16", "5012345678900,,54.89,15"]) {
      expect((await readLines(csv(...lines, last))).lines, last).toHaveLength(3);
    }
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
