import { expect, test } from "vitest";
import { isScanned, scannedText } from "./scanned-text.ts";

const key = (text: string) => ({ key: text === "\x1d" ? "]" : text, ctrlKey: text === "\x1d" });
const scan = (keys: string[]): string => keys.reduce((text, one) => scannedText(text, key(one)), "");

test.each([
  "12345",
  "5012345678900",
  "(01)05012345678900(10)AB12",
  "]C1010501234567890010ab12",
  "]d20105012345678900\x1d2112",
  "\x1d0105012345678900",
  "0105012345678900\x1d10AB12",
  "https://id.gs1.org/01/05012345678900/10/ABC?17=261231",
  "HTTP://SHOP.EXAMPLE/gtin/5012345678900",
])("%j is a scan, also behind other keys", (text) => {
  expect([scan([...text]), isScanned(text)]).toEqual([text, true]);
  expect(scan(["x", "Shift", ...text])).toBe(text);
  expect(scan(["Control", ...text].flatMap((one) => ["Shift", one]))).toBe(text);
});

test.each(["1234", "(01)", "hello", "?", "https://shop.example/a"])("%j is no scan", (text) =>
  expect(isScanned(scan([...text]))).toBe(false),
);

test("Tab, a blank and a long text start a new one", () => {
  expect(scan([..."501234", "Tab", ..."5678"])).toBe("5678");
  expect(scan([..."501234", " ", ..."5678"])).toBe("5678");
  expect(scan([..."1".repeat(500)]).length).toBeLessThanOrEqual(200);
});
