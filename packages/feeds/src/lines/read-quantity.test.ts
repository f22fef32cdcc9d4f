import { expect, test } from "vitest";
import { roundHalfUp } from "./read-decimal.ts";
import { readQuantity } from "./read-quantity.ts";

const quantity = (text: string) => {
  const read = readQuantity(text, null);
  return read && typeof read === "object" ? roundHalfUp(read, 3) / 1_000 : read;
};

test.each([
  ["12", 12],
  ["12 pcs", 12],
  ["3 Stk", 3],
  ["3Stk.", 3],
  ["2 ea", 2],
  ["12.00 Units", 12],
  ["5 pièces", 5],
  ["10+", 10],
  [">10", 10],
  ["≥ 10", 10],
  ["(3)", -3],
  ["3-", -3],
  ["\u22123", -3],
  ["1.5", 1.5],
])("%j is the quantity %j", (text, expected) => expect(quantity(text)).toBe(expected));

test.each(["12 boxes", "2 packs", "1 dozen", "500 g", "<3", "3-5", "pcs", "10++", "1 2 pcs", "2 x 6"])(
  "%j can mean another number, so it is no quantity",
  (text) => expect(quantity(text)).toBeNull(),
);

test("1.000 pcs can be a thousand or one", () => expect(quantity("1.000 pcs")).toBe("ambiguous"));
