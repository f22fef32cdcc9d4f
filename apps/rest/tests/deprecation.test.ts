import { afterAll, expect, test } from "vitest";
import { operationOf } from "../src/openapi/operation.ts";
import { operations } from "../src/operations/index.ts";
import type { Operation } from "../src/operations/operation.ts";
import { PUBLIC_URL, startRest } from "./start-rest.ts";

const deprecated = { since: "2027-01-31", sunset: "2028-01-31", use: "`GET /channels`" };
const planted = (path: string): Operation => {
  const row = operations.find((one) => one.method === "GET" && one.path === path);
  if (!row) throw new Error(`no operation ${path}`);
  return { ...row, deprecated };
};
const [list, history] = [planted("/retailers"), planted("/retailers/:retailerId/inventory/customizations")];
const others = operations.filter((one) => ![list.path, history.path].includes(one.path) || one.method !== "GET");

const { t, call, close } = await startRest({ operations: [...others, list, history] });
afterAll(close);

const page = `<${PUBLIC_URL}/docs/versions>; rel="deprecation"; type="text/html"`;
const announced = { deprecation: "@1801353600", sunset: "Mon, 31 Jan 2028 00:00:00 GMT" };

test("every answer of a deprecated operation says since when, until when and where to read", async () => {
  for (const url of ["/retailers", "/v1/retailers"]) {
    expect((await call("GET", url)).headers).toMatchObject({ ...announced, link: page });
    expect(await call("GET", url, { key: null })).toMatchObject({
      statusCode: 401,
      headers: { ...announced, link: page },
    });
  }
});

test("the links of a page stay", async () => {
  const { id } = await t.retailer();
  for (const barcode of ["1", "2"])
    await call("POST", `/v1/retailers/${id}/inventory/customizations`, { body: { barcode, hidden: true } });
  const { headers } = await call("GET", `/v1/retailers/${id}/inventory/customizations?page[size]=1`);
  expect(headers).toMatchObject(announced);
  expect(headers.link).toMatch(/rel="next", </);
  expect(headers.link).toContain(page);
});

test("no other operation has these headers", async () => {
  const { headers } = await call("GET", "/v1/channels");
  expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined]);
});

test("the document marks a deprecated operation, and names what to call instead", () => {
  const components = { schemas: {}, responses: {} };
  const operation = operationOf(list, "Retailers", components);
  expect(operation).toMatchObject({ deprecated: true });
  expect(operation.description).toMatch(
    /^\*\*Deprecated\*\* since 2027-01-31, works until 2028-01-31 at least\. Use `GET \/channels`/,
  );
  expect(operation.responses[200]).toMatchObject({
    headers: { Deprecation: expect.anything(), Sunset: expect.anything(), Link: expect.anything() },
  });
  expect(operationOf({ ...list, deprecated: undefined }, "Retailers", components)).not.toHaveProperty("deprecated");
});

test("a deprecated operation works for at least a year after its announcement", () => {
  const short = operations.filter(
    ({ deprecated: end }) => end && Date.parse(end.sunset) - Date.parse(end.since) < 365 * 86_400_000,
  );
  expect(short.map(({ path }) => path)).toEqual([]);
});
