import { expect, test } from "vitest";
import { stockText } from "./stock-badge.tsx";

test("a product without a quantity shows its status instead", () => {
  expect(stockText({ quantity: 1_250, status: "in_stock" })).toBe("1,250");
  expect(stockText({ quantity: 0, status: "out_of_stock" })).toBe("0");
  expect(stockText({ quantity: null, status: "in_stock" })).toBe("In stock");
  expect(stockText({ quantity: null, status: "low_stock" })).toBe("Low stock");
});
