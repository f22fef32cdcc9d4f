import { afterAll, describe, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { call, json, t } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const stock = `/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;

const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
  call("POST", "/retailers", { body, headers: { "content-type": "application/json", ...headers } });

describe("JSON bodies", () => {
  test("what is not JSON, or not UTF-8, is 400 MalformedRequest", async () => {
    const bad = [
      "{",
      "{'name':1}",
      '{"name":"x"} x',
      "\0",
      Buffer.from([0x22, 0xff, 0x22]),
      Buffer.from('{"name":"é"}', "latin1"),
    ];
    for (const body of bad) {
      const answer = await send(body);
      expect([answer.statusCode, answer.json().code]).toEqual([400, "MalformedRequest"]);
    }
  });

  test("wrong types, missing and unknown fields are 422 with a JSON Pointer for each", async () => {
    const body = {
      name: 5,
      nmae: "typo",
      stores: [{ name: "S", address: "1", postcode: "1", city: "C", country: "UK", latitude: 91 }, {}],
    };
    const answer = await call("POST", "/retailers", { body });
    expect([answer.statusCode, answer.json().code]).toEqual([422, "ValidationFailed"]);
    const errors = answer
      .json<{ errors: { pointer: string; code: string }[] }>()
      .errors.map(({ pointer, code }) => [pointer, code]);
    expect(errors.sort()).toEqual([
      ["/name", "InvalidType"],
      ["/nmae", "UnknownField"],
      ["/stores/0/country", "InvalidValue"],
      ["/stores/0/latitude", "TooBig"],
      ["/stores/1/address", "Required"],
      ["/stores/1/city", "Required"],
      ["/stores/1/country", "Required"],
      ["/stores/1/name", "Required"],
      ["/stores/1/postcode", "Required"],
    ]);
  });

  test("a body that is no object is 422", async () => {
    for (const body of ["null", "[]", '"x"', "5"]) expect((await send(body)).statusCode).toBe(422);
  });

  test("prototype names are unknown fields as any other", async () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      const answer = await send(`{"name":"x","${name}":{"name":"y"}}`);
      expect([name, answer.statusCode, answer.json().errors?.[0].pointer]).toEqual([name, 422, `/${name}`]);
    }
  });

  test("text that the database cannot hold is 422", async () => {
    for (const name of ["a\\u0000b", "\\ud800"]) expect((await send(`{"name":"${name}"}`)).statusCode).toBe(422);
  });

  test("a body of another media type, charset or encoding is 415", async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json; charset=latin1",
      "nonsense",
      "",
    ];
    for (const type of types) {
      const answer = await send('{"name":"x"}', { "content-type": type });
      expect([type, answer.statusCode, answer.json().code]).toEqual([type, 415, "UnsupportedMediaType"]);
    }
    expect((await send("x", { "content-encoding": "gzip" })).statusCode).toBe(415);
  });

  test("JSON by another name is JSON", async () => {
    for (const type of ["application/json; charset=UTF-8", "Application/JSON", "application/merge-patch+json"]) {
      expect((await send('{"name":"x"}', { "content-type": type })).statusCode).toBe(201);
    }
  });

  test("a JSON content type with an empty body is no body", async () => {
    const made = await json<{ id: string }>("POST", "/retailers", { body: { name: "x" } });
    const headers = { "content-type": "application/json" };
    expect((await call("DELETE", `/retailers/${made.id}`, { headers })).statusCode).toBe(204);
    const answer = await call("POST", "/retailers", { headers });
    expect([answer.statusCode, answer.json().code]).toEqual([422, "ValidationFailed"]);
  });

  test("a body where none is taken is 422", async () => {
    expect((await call("DELETE", `/retailers/${shop.id}`, { body: { force: true } })).statusCode).toBe(422);
    // A bad query comes first, as where a body is taken.
    expect((await call("DELETE", `/retailers/${shop.id}?nope=1`, { body: { force: true } })).statusCode).toBe(400);
  });

  test("more than 1 MiB is 413, announced or not", async () => {
    const body = `{"name":"${"x".repeat(1024 * 1024)}"}`;
    const answer = await send(body);
    expect([answer.statusCode, answer.json().code]).toEqual([413, "PayloadTooLarge"]);
    expect((await send("{}", { "content-length": "1048577" })).statusCode).toBe(413);
  });

  test("fields that we return and do not take are ignored", async () => {
    const made = await json<Record<string, unknown>>("GET", `/retailers/${ids.retailerId}/stores/${ids.storeId}`);
    const answer = await call("PATCH", `/retailers/${ids.retailerId}/stores/${ids.storeId}`, {
      body: { ...made, city: "Leeds" },
    });
    expect([answer.statusCode, answer.json().city, answer.json().widgetToken]).toEqual([
      200,
      "Leeds",
      made.widgetToken,
    ]);
  });
});

describe("queries", () => {
  test("an unknown parameter, one given twice and one of another kind are 400 with its name", async () => {
    for (const [query, pointer] of [
      ["nope=1", "?nope"],
      ["retailerId=1", "?retailerId"],
      ["body=1", "?body"],
      ["__proto__=1", "?__proto__"],
      ["page[size]=0", "?page[size]"],
      ["page[size]=101", "?page[size]"],
      ["page[size]=x", "?page[size]"],
      ["page[size]=1&page[size]=2", "?page[size]"],
      ["page[nope]=1", "?page[nope]"],
      ["page=1&page[size]=1", "?page[size]"],
      ["externalId=a&externalId=b", "?externalId"],
      ["externalId=%00", "?externalId"],
      ["page[after]=nonsense", "?page[after]"],
      ["page[after]=nYWJj", "?page[after]"],
    ] as const) {
      const answer = await call("GET", `/retailers/${shop.id}/stores?${query}`);
      expect([query, answer.statusCode, answer.json().errors?.[0].pointer]).toEqual([query, 400, pointer]);
    }
  });

  test("a store named in the query of a retailer-wide edit is no way to a store", async () => {
    const url = `/retailers/${shop.id}/inventory/123?storeId=${ids.storeId}`;
    expect((await call("PATCH", url, { body: { hidden: true } })).statusCode).toBe(400);
  });
});

describe("streams", () => {
  test("a feed is taken whatever its media type, but for a form", async () => {
    const feed = "barcode,price,quantity\n5000000000017,1.50,3\n";
    for (const type of ["text/csv", "application/octet-stream", "application/json"]) {
      expect((await call("PUT", stock, { body: feed, headers: { "content-type": type } })).statusCode).toBe(200);
    }
    const form = await call("PUT", stock, {
      body: feed,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect([form.statusCode, form.json().code]).toEqual([415, "UnsupportedMediaType"]);
  });

  test("more than 200 MiB announced is 413 at once", async () => {
    const headers = { "content-type": "text/csv", "content-length": String(200 * 1024 * 1024 + 1) };
    expect((await call("PUT", stock, { body: "barcode", headers })).statusCode).toBe(413);
  });
});
