import { expect, test } from "vitest";
import { readCondition } from "./read-condition.ts";
import { readStockLine, rejectedBarcode } from "./stock-line.ts";

const rules = { signOf: () => null, currency: "GBP", partial: false };

test.each(["60E27", "40E14", "219E01", "5E0", "1e5"])("%s is a code", (barcode) =>
  expect(readStockLine({ barcode, price: "1", quantity: "2" }, rules)).toMatchObject({ barcode, pence: 100 }),
);

test.each([
  ["5.01E+12", "scientific_barcode"],
  ["5,01E12", "scientific_barcode"],
  ["5E+12", "scientific_barcode"],
  ["1e+22", "scientific_barcode"],
  ["########", "invalid_barcode"],
  ["A\tB", "invalid_barcode"],
  ["A\nB", "invalid_barcode"],
  ["A\u0085B", "invalid_barcode"],
  ["TBC", "missing_barcode"],
  ["A".repeat(65), "barcode_too_long"],
])("%j is rejected as %s", (barcode, code) => expect(rejectedBarcode(barcode)).toMatchObject({ code, value: barcode }));

test.each(["0", "0.00", "0.004", "-1"])("a price of %s is refused", (price) =>
  expect(readStockLine({ barcode: "5012345678900", price, quantity: "2" }, rules)).toMatchObject({
    field: "price",
    code: "invalid_price",
  }),
);

test("a rejection names the value as it was sent", () => {
  expect(rejectedBarcode("..")).toMatchObject({
    message: expect.stringContaining('".." stands for no barcode. Write'),
  });
  expect(rejectedBarcode("\0true")).toMatchObject({ code: "invalid_barcode", value: "true" });
  const price = '\0{"amount":4}';
  expect(readStockLine({ barcode: "5012345678900", price, quantity: "2" }, rules)).toMatchObject({
    value: '{"amount":4}',
    message: '"{"amount":4}" is not a price. Write a number such as 4.50.',
  });
});

test("a valid and a rejected line name the key of the spelling", () => {
  const barcode = "(01)05012345678900";
  const known = { barcode: "5012345678900", exactKey: barcode };
  expect(readStockLine({ barcode, price: "1", quantity: "2" }, rules)).toMatchObject({ ...known, thousandths: 2_000 });
  expect(readStockLine({ barcode, price: "x", quantity: "2" }, rules)).toMatchObject({
    ...known,
    code: "invalid_price",
  });
});

test.each([
  ["Neu", "new"],
  ["Brand new", "new"],
  ["Nuevo", "new"],
  ["11", "new"],
  ["Gebraucht", "used"],
  ["Occasion", "used"],
  ["Reconditionné", "refurbished"],
  ["https://schema.org/NewCondition", "new"],
  ["UsedCondition", "used"],
])("the condition %s is %s", (word, condition) => {
  expect(readCondition(word)).toBe(condition);
});

test.each(["like new", "1", "open box", "new or used"])("the condition %s is none of the three", (word) => {
  expect(readCondition(word)).toMatchObject({ code: "invalid_condition" });
});
