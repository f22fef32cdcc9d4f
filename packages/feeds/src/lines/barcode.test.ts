import fc from "fast-check";
import { expect, test } from "vitest";
import { type BarcodePlace, cleanBarcode, isGtin, isNoBarcode, itemKeyOf, spelledBarcode } from "./barcode.ts";

test.each([
  [" 5012345678900\u00a0", "5012345678900"],
  ["'5012345678917", "5012345678917"],
  ["'5012345678917'", "5012345678917"],
  ['="5012345678979"', "5012345678979"],
  ["5012345678900.0", "5012345678900"],
  ["5-012345-678900", "5012345678900"],
  ["5012345 678900", "5012345678900"],
  ["0-306-40615-2", "9780306406157"],
  ["0306406152", "9780306406157"],
  ["080442957X", "9780804429573"],
  ["0-8044-2957-x", "9780804429573"],
  ["978-0-306-40615-7", "9780306406157"],
  ["5,012,345,678,900", "5012345678900"],
  ["’5012345678900", "5012345678900"],
  ["\u202a5012345678900\u202c", "5012345678900"],
  ["5012345678900, 5012345678917", "5012345678900"],
  ["978-0-306-40615-7 / 0-8044-2957-X", "9780306406157"],
  ["50123\u200b45678900", "5012345678900"],
  ["978\u20110\u2011306\u201140615\u20117", "9780306406157"],
  ["978\u00a00\u202f306 40615\u2066 7\u2069", "9780306406157"],
  ["0306\ufeff406152", "9780306406157"],
  ["(01)05012345678900(17)261231(10)AB12", "5012345678900"],
  ["(01) 05012345678900 (10) AB12", "5012345678900"],
  ["(10)AB12(01)05012345678900", "5012345678900"],
  ["(01)5012345678900", "5012345678900"],
  ["]C1(01)05012345678900", "5012345678900"],
  ["]C1010501234567890017261231", "5012345678900"],
  ["]d20105012345678900\x1d10AB12", "5012345678900"],
  ["]Q3172612310105012345678900", "5012345678900"],
  ["]e011260101172612310105012345678900", "5012345678900"],
  ["]C110AB12\x1d0105012345678900", "5012345678900"],
  ["\x1d010501234567890010AB12", "5012345678900"],
  ["0105012345678900172612312112\x1d10AB12", "5012345678900"],
  ["]E05012345678900", "5012345678900"],
  ["]E496385074", "96385074"],
  ["https://id.gs1.org/01/05012345678900/10/ABC?17=261231", "5012345678900"],
  ["HTTPS://SHOP.EXAMPLE/SOME/PATH/01/05012345678900", "5012345678900"],
  ["]Q1https://shop.example/gtin/5012345678900?a=/01/1", "5012345678900"],
  [`https://id.gs1.org/01/05012345678900?c=${"x".repeat(1_000)}`, "5012345678900"],
])("%j is stored as %j", (given, stored) => {
  expect(cleanBarcode(given)).toBe(stored);
  expect(cleanBarcode(stored)).toBe(stored);
});

test.each([
  "0306406153",
  "50-12345",
  "5012345678901-2",
  "MUG-1",
  "12 34",
  "1.0",
  "=",
  '="',
  "0012",
  "5012345678901.5",
  "5012345678900, 5012345678901",
  "12,345,678",
  "5012345678900 MUG-1",
  "5012345678900, MUG-1",
  "ISBN 978-0-306-40615-7",
  "(01)05012345678901",
  "(02)05012345678900(37)12",
  "(00)350123451234567894",
  "0105012345678900",
  "010501234567890010AB12",
  "]C10205012345678900\x1d3712",
  "]C0105012345678900",
  "]E05012345678901",
  "https://shop.example/02/05012345678900",
  "https://shop.example/01/050123456789001",
  "shop.example/01/05012345678900",
  "50123\u200b45678901",
  "MUG\u200b1",
  "04252614",
])("%j is no GTIN or ISBN and keeps its spelling", (given) => expect(cleanBarcode(given)).toBe(given));

test.each([
  ["ISBN 978-0-306-40615-7", "9780306406157"],
  ["ISBN-10: 0-306-40615-2 (paperback)", "9780306406157"],
  ["ISBN 978 0 306 40615 7 2nd edition", "9780306406157"],
  ["EAN: 5012345678900", "5012345678900"],
  ["EAN-13 5012345678900", "5012345678900"],
  ["EAN8:96385074", "96385074"],
  ["EAN5012345678900", "5012345678900"],
  ["GTIN 05012345678900 / ABC-1", "05012345678900"],
  ["5012345678900, ABC-1", "5012345678900"],
  ["ABC-1; 96385074", "96385074"],
  ["96385074 ABC; 5012345678900", "5012345678900"],
  ["5012345678900 & 5012345678917", "5012345678900"],
  ["5012345678900, 5012345678901", "5012345678900"],
  ["5012345678901, 5012345678917", "5012345678917"],
  ["5012345678900\nABC-1", "5012345678900"],
  ["5012345678900 MUG-1", "5012345678900"],
  ["Mug (5012345678900)", "5012345678900"],
])("a cell with %j has the barcode %j", (cell, stored) => {
  expect(cleanBarcode(cell, { isCell: true })).toBe(stored);
  expect(cleanBarcode(stored, { isCell: true })).toBe(stored);
});

test.each([
  "5012345678901, ABC-1",
  "MUG 96385074",
  "MUG 0306406152",
  "MUG 1234 56789012",
  "MUG/5012345678900",
  "5012345678900/2",
  "A5012345678900 B",
  "ocean 96385074",
])("a cell with %j keeps its spelling, because it can be a code of the shop", (cell) =>
  expect(cleanBarcode(cell, { isCell: true })).toBe(cell),
);

const upc = (name: string, country = "GB"): BarcodePlace => ({ name: () => name, country });

test.each([
  ["04252614", upc("upc"), "042100005264"],
  ["01234531", upc("UPC Code"), "012300000451"],
  ["01234543", upc("upc_e"), "012340000053"],
  ["11234502", upc("UPC/EAN"), "112000003452"],
  ["04252614", upc("barcode"), "04252614"],
  ["04252614", upc("SKU/UPC"), "04252614"],
  ["04252615", upc("upc"), "04252615"],
  ["24252614", upc("upc"), "24252614"],
  ["4252614", upc("upc"), "4252614"],
  ["01234558", upc("upc"), "01234558"],
  ["01234558", upc("upc", "US"), "012345000058"],
  ["01234558", upc("ean", "US"), "01234558"],
] as const)("%s in %j is %s", (digits, place, stored) => expect(cleanBarcode(digits, place)).toBe(stored));

const gtins = fc
  .tuple(fc.constantFrom(8, 12, 13, 14), fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 13, maxLength: 13 }))
  .map(([length, digits]) => {
    const body = digits.slice(0, length - 1).join("");
    return Array.from({ length: 10 }, (_, check) => `${body}${check}`).find(isGtin) as string;
  })
  // Fewer than 7 digits keep their zeros, so that they have one spelling.
  .filter((gtin) => /[1-9]\d{6}/.test(gtin));

test("every spelling of a GTIN has its key", () => {
  fc.assert(
    fc.property(gtins, fc.integer({ min: 1, max: 6 }), fc.string({ maxLength: 20 }), (gtin, at, more) => {
      const full = gtin.padStart(14, "0");
      const key = itemKeyOf(gtin);
      const parts = [gtin.slice(0, at), gtin.slice(at)];
      const values = [
        ...["-", " ", "\u00a0", "\u200b", "\ufeff", "\u2011"].map((mark) => parts.join(mark)),
        ...[
          `(01)${full}(10)AB`,
          `]C101${full}10AB`,
          `\x1d01${full}`,
          `]d201${full}\x1d21${more.replaceAll("\x1d", "")}`,
        ],
        ...[`https://id.gs1.org/01/${full}/10/A`, `http://shop.example/a/gtin/${gtin}?q=${encodeURIComponent(more)}`],
      ];
      const cells = [`EAN: ${gtin}`, `GTIN ${gtin} (box)`, `${gtin}, ABC`, `ABC; ${gtin}`];
      for (const value of values) expect([value, itemKeyOf(value)]).toEqual([value, key]);
      for (const cell of cells) {
        expect([cell, itemKeyOf(cleanBarcode(cell, { isCell: true }))]).toEqual([cell, key]);
      }
    }),
  );
});

test("no other text has another key than its spelling", () => {
  const texts = fc.string({ unit: fc.constantFrom(..."0123456789 -,;/.&ABXé()[]:"), maxLength: 40 });
  fc.assert(fc.property(texts, (text) => text.includes("(01)") || cleanBarcode(text) === spelledBarcode(text)));
});

test.each([
  ..."No barcode|kein Barcode|Keine EAN|Nicht zutreffend|nicht verfügbar|TBC|tbd|to follow|no aplica|sin código".split(
    "|",
  ),
  ..."Sans code|sans code-barres|non applicabile|geen|nvt|n.v.t.|unknown|unbekannt|N/A|-|?|.|..|0|000000000".split("|"),
])("%j stands for no barcode", (word) => expect(isNoBarcode(word)).toBe(true));

test.each(["x", "NA", "TBC-1", "no", "1", "00", "MUG", "código", "totalmug"])("%j can be a barcode", (word) =>
  expect(isNoBarcode(word)).toBe(false),
);

test("a check digit is verified for each length of a GTIN", () => {
  expect(["96385074", "036000291452", "5012345678900", "10614141000415"].map(isGtin)).toEqual([true, true, true, true]);
  expect(["96385075", "5012345678901", "123456789", "501234567890x"].map(isGtin)).toEqual([false, false, false, false]);
});
