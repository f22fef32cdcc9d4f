import { afterAll, expect, test } from "vitest";
import { hostileCalls } from "./hostile-calls.ts";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t, call } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);

/** The answers to hostile calls. An answer of more than 64 KiB repeats what was sent. */
const MAX_ANSWER = 64 * 1024;

test.each(hostileCalls.map((one) => [one.name, one] as const))("hostile JSON: %s", async (_, one) => {
  const { method, expected } = one;
  const answer = await call(method, one.path(ids), { body: one.body() });
  expect([answer.statusCode, answer.json().code ?? answer.json().status]).toEqual(expected);
  if (!one.isStored) expect(answer.body.length).toBeLessThan(MAX_ANSWER);
});

test("a batch of over 1 MiB is read as a smaller one, and its long barcodes keep their digits", async () => {
  const images = Array.from({ length: 10 }, (_, n) => `https://a.example/${n}${"x".repeat(1_900)}`);
  const custom = { title: "t", brand: "b", description: "d", image: images };
  const numbers = Array.from({ length: 100 }, (_, n) => `12345678901234567${String(n).padStart(3, "0")}`);
  const body = `[${numbers.map((barcode) => JSON.stringify({ barcode: 0, ...custom }).replace("0", barcode))}]`;
  expect(body.length).toBeGreaterThan(1 << 20);
  const answer = await call("POST", `/retailers/${shop.id}/inventory/customizations/batch`, { body });
  expect(answer.json<{ barcode: string }[]>().map(({ barcode }) => barcode)).toEqual(numbers);
});
