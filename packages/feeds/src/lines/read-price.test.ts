import { expect, test } from "vitest";
import { roundHalfUp } from "./read-decimal.ts";
import { readPrice } from "./read-price.ts";

const pence = (text: string, currency = "GBP") => {
  const read = readPrice(text, null, currency);
  return read && typeof read === "object" ? roundHalfUp(read, 2) : read;
};

test.each([
  ["£1,234.50", 123450],
  ["£ 7", 700],
  ["-£5", -500],
  ["£ -5", -500],
  ["44.90 GBP", 4490],
  ["GBP44.90", 4490],
  ["gbp 44.90", 4490],
  ["£.99", 99],
  ["£5.", 500],
  ["£1'234.50", 123450],
  ["£4.50 GBP", 450],
  ["44,-", 4400],
  ["£ 44.--", 4400],
  ["Â£12.50", 1250],
  ["œ12.50", 1250],
  ["\u2212£5.00", -500],
])("%j is %j pence", (text, expected) => expect(pence(text)).toBe(expected));

test.each([
  ["44,90 €", "EUR", 4490],
  ["1.234,50 EUR", "EUR", 123450],
  ["CHF 1'234.50", "CHF", 123450],
  ["12,50 kr", "SEK", 1250],
  ["12,50 zł", "PLN", 1250],
  ["7,50 Cg.", "XCG", 750],
  ["$7.50", "USD", 750],
  ["US$7.50", "USD", 750],
  ["$7.50", "CAD", 750],
  ["1200円", "JPY", 120000],
  ["¥1,200", "JPY", 120000],
  ["Rs.100", "INR", 10000],
  ["Rs. 1,23,456.00", "INR", 12345600],
  ["S/.100", "PEN", 10000],
  ["kr.12,50", "DKK", 1250],
  ["â‚¬12,50", "EUR", 1250],
])("%j is a price in %s", (text, currency, expected) => expect(pence(text, currency)).toBe(expected));

test.each(["$7.50", "7.50 USD", "€5", "5 EUR", "5 kr", "fr100", "CA$5", "£5€"])("in pounds %j is foreign", (text) =>
  expect(pence(text)).toBe("foreign"),
);

test.each([
  "ask",
  "free",
  "from 5",
  "5 each",
  "5 £ 6",
  "-£-5",
  "£",
  "",
  "1e3",
  "£1,2,3",
  "44,-5",
  "5 %",
  `£${"9".repeat(80)}`,
])("%j is no price", (text) => expect(pence(text)).toBeNull());

test.each([
  ["£1,234", "GBP"],
  ["1.234 €", "EUR"],
])("%j can be a thousand or one", (text, currency) => expect(pence(text, currency)).toBe("ambiguous"));
