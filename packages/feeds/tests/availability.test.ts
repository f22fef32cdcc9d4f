import { expect, test } from "vitest";
import { agrees, readAvailability } from "../src/lines/read-quantity.ts";
import { readStockLine } from "../src/lines/stock-line.ts";
import { readLines } from "./read-lines.ts";

const rules = { signOf: () => null, currency: "GBP", partial: false };
const line = (values: { quantity?: string; availability?: string }, partial = false) =>
  readStockLine({ barcode: "1234567", price: "1", ...values }, { ...rules, partial });

test.each([
  ["in stock", "in_stock"],
  ["IN_STOCK", "in_stock"],
  ["InStock", "in_stock"],
  ["https://schema.org/InStock", "in_stock"],
  ["limited availability", "low_stock"],
  ["Low-Stock", "low_stock"],
  ["out of stock", "out_of_stock"],
  ["on display to order", "out_of_stock"],
  ["preorder", "out_of_stock"],
  ["pre-order", "out_of_stock"],
  ["onbackorder", "out_of_stock"],
  ["yes", undefined],
  ["available", undefined],
  ["3", undefined],
  ["in stock ".repeat(20), undefined],
])("the availability %j means %s", (text, status) => expect(readAvailability(text)).toBe(status));

test.each([
  ["a quantity decides the status", { quantity: "50", availability: "limited availability" }, [50_000, null]],
  ["a quantity and an availability that agree are valid", { quantity: "0", availability: "preorder" }, [0, null]],
  ["a quantity counts next to an unknown word", { quantity: "5", availability: "ships today" }, [5_000, null]],
  ["a blank availability says nothing", { quantity: "5", availability: " " }, [5_000, null]],
  ["a blank quantity leaves the availability", { quantity: "", availability: "low stock" }, [null, "low_stock"]],
  ["no quantity leaves the availability", { availability: "out of stock" }, [null, "out_of_stock"]],
])("%s", (_, values, [thousandths, status]) => expect(line(values)).toMatchObject({ thousandths, status }));

test.each([
  [{ quantity: "5", availability: "out of stock" }, "availability", "availability_differs"],
  [{ quantity: "1", availability: "backorder" }, "availability", "availability_differs"],
  [{ quantity: "0", availability: "in stock" }, "availability", "availability_differs"],
  [{ quantity: "-1", availability: "limited availability" }, "availability", "availability_differs"],
  [{ availability: "perhaps" }, "availability", "invalid_availability"],
  [{ quantity: "", availability: "" }, "quantity", "missing_quantity"],
  [{ availability: "" }, "quantity", "missing_quantity"],
])("%j is rejected", (values, field, code) => expect(line(values)).toMatchObject({ field, code }));

test("a rejection lists the words of availability", () => {
  const message = '"perhaps" is no availability. Write in stock, limited availability or out of stock, or a quantity.';
  expect(line({ availability: "perhaps" })).toMatchObject({ message });
});

test("a line of a PATCH can have an availability, a quantity or none, but not a blank one", () => {
  expect(line({ availability: "in stock" }, true)).toMatchObject({ thousandths: null, status: "in_stock" });
  expect(line({}, true)).toMatchObject({ thousandths: null, status: null });
  expect(line({ availability: "" }, true)).toMatchObject({ code: "missing_quantity" });
});

test("a quantity of no piece agrees with out of stock alone", () => {
  expect([agrees("out_of_stock", 0), agrees("out_of_stock", 1), agrees("low_stock", 1)]).toEqual([true, false, true]);
});

test.each(["availability", "Stock status", "Verfügbarkeit", "Availability [Leeds]", "Stock (status)"])(
  "a column %j stands for a quantity",
  async (name) => {
    const file = `barcode,price,${name}\n1234567,1,in stock\n1234568,2,sold out\n1234569,3,maybe\n`;
    const { lines } = await readLines(file);
    expect(lines).toEqual(["1234567 100 null", "1234568 200 null", "4 invalid_availability"]);
  },
);

test("a column of quantities counts before one of availability, which fills its gaps", async () => {
  const { lines } = await readLines("ean,price,availability,qty\n1234567,1,in stock,4\n1234568,2,in stock,\n");
  expect(lines).toEqual(["1234567 100 4000", "1234568 200 null"]);
});

test("a file with neither is refused, and the error names both and suggests a column of such words", async () => {
  const refused = readLines("ean,price,how many\n1234567,1,In stock\n1234568,2,Low stock\n");
  await expect(refused).rejects.toMatchObject({
    message: expect.stringContaining("Missing: quantity or availability (a column named quantity,"),
    members: { missing: ["quantity"], suggestions: { availability: ["how many"] } },
  });
});
