import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { call, t } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const all = `/retailers/${shop.id}/inventory`;
const stock = `/retailers/${shop.id}/stores/${ids.storeId}/inventory`;

/** Numbers that a double would round. */
const long = ["9007199254740993", "12345678901234567890", "15012345678900123456"];

test("lines of stock keep every digit of a barcode, under any name of the member", async () => {
  const lines = long.map(
    (digits, n) => `{"${["barcode", "EAN", "sku"][n]}":${digits},"price":1.5,"quantity":${n + 1}}`,
  );
  expect((await call("PATCH", `${stock}/stock`, { body: `[${lines}]` })).json()).toMatchObject({ validLines: 3 });
  for (const [n, barcode] of long.entries()) {
    const item = await call("GET", `${stock}/${barcode}`);
    expect(item.json()).toMatchObject({ barcode, price: 1.5, quantity: n + 1 });
  }
});

test("customizations and bulk edits keep every digit of a barcode", async () => {
  const [one, two, three] = long as [string, string, string];
  const posted = await call("POST", `${all}/customizations`, { body: `{"barcode":${one},"hidden":true}` });
  expect([posted.statusCode, posted.json()]).toMatchObject([201, { barcode: one }]);
  const batch = `[{"barcode":${two},"hidden":true},{"barcode":5012345678900,"hidden":true}]`;
  const both = await call("POST", `${all}/customizations/batch`, { body: batch });
  expect(both.json()).toMatchObject([{ barcode: two }, { barcode: "5012345678900" }]);
  const bulk = `{"filter":{"barcodes":[${two},${three}]},"edit":{"hidden":false}}`;
  const plan = await call("POST", `${all}/customizations/bulk?dryRun=true`, { body: bulk });
  expect(plan.json()).toMatchObject({ response: { products: 2 } });
  const removed = await call("DELETE", `${all}/customizations`, { body: `{"barcode":${one}}` });
  expect(removed.statusCode).toBe(204);
});

test("a boolean or a fraction is no barcode", async () => {
  for (const barcode of ["true", "0.5", "-5", "1e300", "12345678901234567890.5", "null", "[1]"]) {
    const answer = await call("POST", `${all}/customizations`, { body: `{"barcode":${barcode},"hidden":true}` });
    expect([barcode, answer.statusCode, answer.json().errors]).toMatchObject([
      barcode,
      422,
      [{ pointer: "/barcode", message: "must be text or a whole number" }],
    ]);
  }
  const lines = ["true", "0.5", "1e300", "12345678901234567890.5"].map(
    (barcode) => `{"barcode":${barcode},"price":1,"quantity":1}`,
  );
  const answer = await call("PATCH", `${stock}/stock`, { body: `[${lines}]` });
  expect(answer.json()).toMatchObject({ status: "refused", rejectedLines: 4 });
});

test("numbers of other members stay numbers", async () => {
  const body = `{"barcode":"lamp","hiddenWhile":{"priceUnder":${long[0]}}}`;
  expect((await call("POST", `${all}/customizations`, { body })).json().errors).toEqual([
    expect.objectContaining({ pointer: "/hiddenWhile/priceUnder", code: "TooBig" }),
  ]);
  const text = await call("POST", "/retailers", { body: `{"name":${long[0]}}` });
  expect(text.json().errors).toEqual([expect.objectContaining({ pointer: "/name", code: "InvalidType" })]);
});

test("a long number in a text that is nested too deeply is 400", async () => {
  const body = `{"name":${"[".repeat(200_000)}${long[0]}${"]".repeat(200_000)}}`;
  const answer = await call("POST", "/retailers", { body });
  expect([answer.statusCode, answer.json().code]).toEqual([400, "MalformedRequest"]);
});
