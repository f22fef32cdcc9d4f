import { gzipSync } from "node:zlib";
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
  test("a body that is not JSON, or not UTF-8, is 400 MalformedRequest", async () => {
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

  test("the error for an invalid channel has its place, also in a batch", async () => {
    const customizations = `/retailers/${shop.id}/inventory/customizations`;
    for (const [name, code] of [
      ["foo", "UnknownChannel"],
      ["local-ads", "ChannelNotEnabledForStore"],
    ] as const) {
      const one = { barcode: "named", channels: [name] };
      const alone = await call("POST", customizations, { body: one });
      expect([alone.statusCode, alone.json()]).toMatchObject([422, { code, errors: [{ pointer: "/channels/0" }] }]);
      const batch = await call("POST", `${customizations}/batch`, { body: [{ barcode: "fine", hidden: true }, one] });
      expect([batch.statusCode, batch.json()]).toMatchObject([422, { code, errors: [{ pointer: "/1/channels/0" }] }]);
    }
  });

  test("a body that is no object is 422", async () => {
    for (const body of ["null", "[]", '"x"', "5"]) expect((await send(body)).statusCode).toBe(422);
  });

  test("prototype names are unknown fields like all others", async () => {
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

  test("every spelling of the JSON media type, and a type that ends in +json, is JSON", async () => {
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

  test("a body for a call without a body is 422", async () => {
    expect((await call("DELETE", `/retailers/${shop.id}`, { body: { force: true } })).statusCode).toBe(422);
    // A bad query has priority, as for calls with a body.
    expect((await call("DELETE", `/retailers/${shop.id}?nope=1`, { body: { force: true } })).statusCode).toBe(400);
  });

  test("a DELETE of customizations that names no customization, or two, is 400 and deletes nothing", async () => {
    const url = `/retailers/${shop.id}/inventory/customizations`;
    const barcode = "to-delete";
    await call("POST", url, { body: { barcode, hidden: true } });
    const bad: [query: string, body: unknown][] = [
      ["", undefined],
      ["", {}],
      ["", { barcode: " " }],
      ["", { storeId: ids.storeId }],
      [`?storeId=${ids.storeId}`, undefined],
      [`?storeId=${ids.storeId}`, { barcode }],
      [`?barcode=${barcode}`, { storeId: ids.storeId }],
      [`?barcode=${barcode}`, { barcode: "other" }],
      [`?barcode=${barcode}&storeId=${ids.storeId}`, { barcode }],
    ];
    for (const [query, body] of bad) {
      const answer = await call("DELETE", url + query, { body });
      expect([query, body, answer.statusCode, answer.json().code]).toEqual([query, body, 400, "MalformedRequest"]);
      expect(answer.json().errors, `${query} ${JSON.stringify(body)}`).toMatchObject([{ pointer: expect.any(String) }]);
    }
    for (const body of ["[]", '{"barcode":0.5}', '{"barcode":"x","all":true}']) {
      expect((await call("DELETE", url, { body })).statusCode, body).toBe(422);
    }
    expect((await call("DELETE", `${url}?barcode=${barcode}`, { body: {} })).statusCode).toBe(204);
  });

  test("more than 1 MiB is 413, announced or not", async () => {
    const body = `{"name":"${"x".repeat(1024 * 1024)}"}`;
    const answer = await send(body);
    expect([answer.statusCode, answer.json().code]).toEqual([413, "PayloadTooLarge"]);
    expect((await send("{}", { "content-length": "1048577" })).statusCode).toBe(413);
  });

  test("fields that only answers have are ignored", async () => {
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

test("a call without a body, and a PATCH of nothing, say what the body must hold", async () => {
  const missing = await call("POST", "/retailers");
  expect([missing.statusCode, missing.json().detail]).toEqual([422, "a JSON body is required"]);
  const store = `/retailers/${shop.id}/stores/${ids.storeId}`;
  await call("POST", `${store}/channels`, { body: { type: "search", parameters: { locationId: "1" } } });
  await call("PATCH", `${store}/inventory/stock`, { body: [{ barcode: "123", price: 1, quantity: 1 }] });
  for (const url of [
    ...[`/retailers/${shop.id}`, store, `${store}/channels/search`, `${store}/inventory/stock`],
    ...[`${store}/inventory/123`, `/retailers/${shop.id}/inventory/123`, `${store}/channels/search`],
  ]) {
    const answer = await call("PATCH", url, { body: {} });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 422, "ValidationFailed"]);
  }
  await call("DELETE", `${store}/channels/search`);
});

test("a form gets advice for curl, where the file cannot be read", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = await call("POST", "/retailers", { body: '{"name":"a"}', headers });
  expect([form.statusCode, form.json().detail]).toEqual([
    415,
    expect.stringContaining("-H 'Content-Type: application/json'"),
  ]);
  const before = (await call("GET", stock.replace(/stock$/, "ingests"))).body;
  // curl -d removes the line ends of a file.
  for (const body of [
    "barcode,price,quantity5000000000017,1.50,3",
    "barcode,price,quantity,note5000000000017,1.50,3,x",
  ]) {
    const answer = await call("PUT", stock, { body, headers });
    expect([answer.statusCode, answer.json().detail]).toEqual([415, expect.stringContaining("curl -T")]);
  }
  expect((await call("GET", stock.replace(/stock$/, "ingests"))).body).toBe(before);
  for (const body of [
    "barcode,price,quantity\n5000000000017,1.50,3\n",
    '[{"barcode":"5000000000017","price":1,"quantity":1}]',
  ]) {
    expect((await call("PUT", stock, { body, headers })).statusCode).toBe(200);
  }
});

describe("queries", () => {
  test("an unknown parameter, a repeated parameter and one of another kind are 400 with the name", async () => {
    for (const [query, pointer] of [
      ["nope=1", "?nope"],
      ["retailerId=1", "?retailerId"],
      ["body=1", "?body"],
      ["__proto__=1", "?__proto__"],
      ["page[size]=0", "?page[size]"],
      ["page[size]=101", "?page[size]"],
      ...["x", "", "1e1", "0x10", "%2B5", "+5", "5+", "%205", "-1", "5.0", "0b1", "1_0", "٥", "NaN"].map(
        (size) => [`page[size]=${size}`, "?page[size]"] as const,
      ),
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

  test("a cursor of another list, or an invented cursor, is 400 with the same message in every list", async () => {
    const store = `/retailers/${shop.id}/stores/${ids.storeId}`;
    const body = "barcode,price,quantity\n1,x,1\n";
    const put = await call("PUT", stock, { body, headers: { "content-type": "text/csv" } });
    const rejections = `${store}/inventory/ingests/${put.json().id}/rejections`;
    expect((await call("GET", rejections)).json().data).toHaveLength(1);
    const cursor = (key: string) => `n${Buffer.from(key).toString("base64url")}`;
    for (const list of [rejections, `${store}/channels/webhooks/deliveries`]) {
      for (const key of ["abc", "1.5", "-1", "1e3", " 1", "9".repeat(16), shop.id]) {
        const answer = await call("GET", `${list}?page[after]=${cursor(key)}`);
        expect([list, key, answer.statusCode]).toEqual([list, key, 400]);
        expect(answer.json().errors).toMatchObject([{ pointer: "?page[after]" }]);
      }
      expect((await call("GET", `${list}?page[after]=${cursor("9".repeat(15))}`)).json().data).toEqual([]);
    }
  });

  test("a filter by a channel, a status or an action that does not exist is 400 with its name", async () => {
    const retailer = `/retailers/${shop.id}`;
    const store = `${retailer}/stores/${ids.storeId}`;
    const bad: [url: string, filter: string][] = [
      [`${store}/inventory/items`, "channel"],
      [`${store}/inventory/items`, "status"],
      [`${store}/inventory/items`, "hidden"],
      [`${retailer}/inventory/customizations`, "channel"],
      [`${store}/channels/webhooks/deliveries`, "action"],
      [`${store}/channels/webhooks/deliveries`, "status"],
      [`${store}/channels/search/listings`, "state"],
      [`${retailer}/history`, "action"],
    ];
    for (const [url, filter] of bad) {
      for (const value of ["foo", "", "%00", "Search"]) {
        const answer = await call("GET", `${url}?${filter}=${value}`);
        expect([url, filter, answer.statusCode, answer.json().code]).toEqual([url, filter, 400, "MalformedRequest"]);
        expect(answer.json().errors).toMatchObject([{ pointer: `?${filter}` }]);
      }
    }
    for (const channel of ["search", "local-ads", "webhook"]) {
      expect((await call("GET", `${store}/inventory/items?channel=${channel}`)).statusCode, channel).toBe(200);
    }
    // In the path, an unknown channel is 422.
    expect((await call("DELETE", `${store}/channels/foo`)).statusCode).toBe(422);
    const listings = async (type: string) => (await call("GET", `${store}/channels/${type}/listings`)).json().code;
    expect(await Promise.all(["foo", "webhook", "search", "local-ads"].map(listings))).toEqual([
      ...["UnknownChannel", "UnknownChannel", "ChannelNotEnabled", "ChannelNotEnabled"],
    ]);
  });

  test("a number is plain decimal digits", async () => {
    for (const size of ["1", "100", "007"]) {
      expect((await call("GET", `/retailers/${shop.id}/stores?page[size]=${size}`)).statusCode, size).toBe(200);
    }
    const events = `/retailers/${shop.id}/stores/${ids.storeId}/events`;
    expect((await call("GET", `${events}?page[size]=1000`)).statusCode).toBe(200);
    for (const query of ["page[size]=1e1", "page[size]=1001", "after=+1", "after=1e1", "page[after]=0x1"]) {
      const answer = await call("GET", `${events}?${query}`);
      const [pointer] = query.split("=");
      expect([query, answer.statusCode, answer.json().errors[0].pointer]).toEqual([query, 400, `?${pointer}`]);
    }
  });

  test("a store in the query of a retailer-wide edit is refused", async () => {
    const url = `/retailers/${shop.id}/inventory/123?storeId=${ids.storeId}`;
    expect((await call("PATCH", url, { body: { hidden: true } })).statusCode).toBe(400);
  });
});

describe("streams", () => {
  test("a feed is accepted with any media type, except for forms", async () => {
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

  test("gzip is unpacked once, with or without Content-Encoding; gzip within gzip is 422 with advice", async () => {
    const feed = (barcode: string) => gzipSync(`barcode,price,quantity\n${barcode},1.50,3\n`);
    const bodies: [Buffer, Record<string, string>][] = [
      [feed("gzip-1"), { "content-encoding": "gzip" }],
      [feed("gzip-2"), {}],
    ];
    for (const [body, headers] of bodies) {
      const answer = await call("PUT", stock, { body, headers });
      expect([answer.statusCode, answer.json().validLines, answer.json().newItems]).toEqual([200, 1, 1]);
    }
    const twice = await call("PUT", stock, { body: gzipSync(feed("gzip-3")), headers: { "content-encoding": "GZIP" } });
    expect([twice.statusCode, twice.json().code]).toEqual([422, "UnrecognisedFeed"]);
    expect(twice.json().detail).toContain("Compress the file once");
  });

  test("gzip that is invalid, broken or cut off is 400 and leaves nothing; another encoding is 415", async () => {
    const feed = gzipSync(`barcode,price,quantity\nbroken,1.50,3\n${"x".repeat(500)}`);
    const broken = Buffer.from(feed);
    broken.writeUInt8(feed.readUInt8(feed.length - 5) ^ 0xff, feed.length - 5);
    const ingests = async () => (await call("GET", stock.replace(/stock$/, "ingests"))).json().data;
    const before = await ingests();
    for (const body of ["barcode,price,quantity\nplain,1.50,3\n", "", "\u001f", feed.subarray(0, -9), broken]) {
      const answer = await call("PUT", stock, { body, headers: { "content-encoding": "gzip" } });
      expect([answer.statusCode, answer.json().code]).toEqual([400, "MalformedRequest"]);
    }
    expect(await ingests()).toEqual(before);
    for (const encoding of ["br", "deflate", "gzip, gzip", "zstd"]) {
      const answer = await call("PUT", stock, { body: feed, headers: { "content-encoding": encoding } });
      expect([encoding, answer.statusCode, answer.json().code]).toEqual([encoding, 415, "UnsupportedMediaType"]);
    }
  });

  test("a gzip bomb is refused with a 422 that names the ratio", async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from("barcode,price,quantity\n"), Buffer.alloc(201 * 1024 * 1024)]));
    const encodings: Record<string, string>[] = [{ "content-encoding": "gzip" }, {}];
    for (const headers of encodings) {
      const answer = await call("PUT", stock, { body: bomb, headers });
      expect([answer.statusCode, answer.json().code]).toEqual([422, "FeedTooComplex"]);
      expect(answer.json().detail).toContain("100 times");
    }
  });

  test("more than 200 MiB announced is 413 at once", async () => {
    const headers = { "content-type": "text/csv", "content-length": String(200 * 1024 * 1024 + 1) };
    expect((await call("PUT", stock, { body: "barcode", headers })).statusCode).toBe(413);
  });
});
