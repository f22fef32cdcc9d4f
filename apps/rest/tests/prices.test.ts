import { expect, test } from "vitest";
import { withDecimals } from "../src/answer.ts";

test("prices get two decimals at any depth, and no other text changes", () => {
  const body = {
    price: 44.9,
    quantity: 2.5,
    title: 'a "price":1.5 and \\"price":2.5 and "price":3',
    stores: [{ price: 0 }, { price: 9_999_999_999.99 }, { price: null }],
    '"price"': 4.5,
    fullprice: 5.5,
    regularPrice: 44.9,
  };
  const text = withDecimals(JSON.stringify(body));
  expect(JSON.parse(text)).toEqual(body);
  expect(text).toContain('"regularPrice":44.90');
  expect(text.match(/"(?:full|\\")?price(?:\\")?":[^,}]+/g)).toEqual([
    ...['"price":44.90', '"price":0.00', '"price":9999999999.99', '"price":null'],
    ...['"\\"price\\"":4.5', '"fullprice":5.5'],
  ]);
});
