import { afterAll, describe, expect, expectTypeOf, test } from "vitest";
import { startRest } from "../../../apps/rest/tests/start-rest.ts";
import { createHighstreet, HighstreetError, type Schemas } from "../src/index.ts";

const rest = await startRest();
afterAll(() => rest.close());
const port = await rest.listen();
const { t } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);

const waits: number[] = [];
const options = {
  baseUrl: `http://127.0.0.1:${port}`,
  apiKey: t.partner.key.key,
  wait: async (milliseconds: number) => {
    waits.push(milliseconds);
  },
};
const highstreet = createHighstreet(options);

/** The real server behind a connection with the listed failures: an error, a status, or no failure. */
function failing(...failures: (Error | Response | "lost" | null)[]) {
  const keys: (string | null)[] = [];
  waits.length = 0;
  const client = createHighstreet({
    ...options,
    fetch: async (request) => {
      keys.push(request.headers.get("idempotency-key"));
      const failure = failures.shift();
      if (failure instanceof Error) throw failure;
      if (failure instanceof Response) return failure;
      const response = await fetch(request);
      if (failure !== "lost") return response;
      await response.text();
      throw new TypeError("the line broke before the answer came");
    },
  });
  return { client, keys };
}

const refusal = (status: number, headers: Record<string, string> = {}) => new Response("{}", { status, headers });

describe("calls", () => {
  test("return typed data, or the problem of a failure", async () => {
    const { data, error, response } = await highstreet.GET("/retailers/{retailerId}", {
      params: { path: { retailerId: shop.id } },
    });
    expect([data?.name, error, response.status]).toEqual(["Corner Shop", undefined, 200]);
    expectTypeOf(data).toEqualTypeOf<Schemas["RetailerWithStores"] | undefined>();
    const missing = await highstreet.GET("/retailers/{retailerId}", { params: { path: { retailerId: "x" } } });
    expect([missing.data, missing.error?.code]).toEqual([undefined, "RetailerNotFound"]);
  });

  test("encode ids in paths, send JSON as JSON and feeds as they are", async () => {
    const feed = await highstreet.PUT("/retailers/{retailerId}/stores/{storeId}/inventory/stock", {
      params: { path: ids },
      body: "barcode,price,quantity\nA/B 1,44.90,12\n5000000000017,1.50,3\n",
    });
    expect(feed.data).toMatchObject({ validLines: 2, rejectedLines: 0 });
    const path = { ...ids, barcode: "A/B 1" };
    const edited = await highstreet.PATCH("/retailers/{retailerId}/stores/{storeId}/inventory/{barcode}", {
      params: { path },
      body: { hidden: true },
    });
    expect(edited.data).toMatchObject({ barcode: "A/B 1", hidden: true });
  });

  test("a base address may end in a slash or in /v1", async () => {
    for (const end of ["/", "/v1", "/v1/"]) {
      const { response } = await createHighstreet({ ...options, baseUrl: options.baseUrl + end }).GET("/retailers");
      expect(response.status).toBe(200);
    }
  });
});

describe("retries", () => {
  test("a call with a lost answer is repeated and executed once", async () => {
    const { client, keys } = failing("lost", "lost");
    const { data, response } = await client.POST("/retailers", { body: { name: "Once", externalId: "once" } });
    expect([data?.name, response.headers.get("idempotent-replayed")]).toEqual(["Once", "true"]);
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 1, expect.any(String)]);
  });

  test("each write has its own key, a given key is kept, and reads have none", async () => {
    const { client, keys } = failing();
    for (const name of ["One", "Two"]) await client.POST("/retailers", { body: { name } });
    await client.POST("/retailers", { body: { name: "Three" }, params: { header: { "Idempotency-Key": "mine" } } });
    await client.GET("/retailers");
    expect([keys[0] === keys[1], keys[2], keys[3]]).toEqual([false, "mine", null]);
  });

  test("network errors, 429, 502, 503 and 504 are retried after the wait in Retry-After", async () => {
    for (const failure of [new TypeError("no network"), refusal(429), refusal(502), refusal(503), refusal(504)])
      expect((await failing(failure).client.GET("/retailers")).response.status).toBe(200);
    const { client } = failing(refusal(503, { "retry-after": "7" }));
    expect((await client.GET("/retailers")).response.status).toBe(200);
    expect(waits).toEqual([7_000]);
  });

  test("other errors and too long waits are not retried", async () => {
    for (const failure of [refusal(400), refusal(409), refusal(500), refusal(429, { "retry-after": "3600" })]) {
      const { client, keys } = failing(failure);
      expect((await client.GET("/retailers")).response.status).toBe(failure.status);
      expect(keys).toHaveLength(1);
    }
  });

  test("retries are limited, and the caller gets the last failure", async () => {
    const refused = failing(...Array.from({ length: 9 }, () => refusal(503)));
    expect((await refused.client.GET("/retailers")).response.status).toBe(503);
    expect(refused.keys).toHaveLength(4);
    const broken = failing(...Array.from({ length: 9 }, () => new TypeError("no network")));
    await expect(broken.client.GET("/retailers")).rejects.toThrow("no network");
    expect(broken.keys).toHaveLength(4);
  });

  test("an aborted call is not retried", async () => {
    const { client, keys } = failing(new DOMException("given up", "AbortError"));
    const signal = AbortSignal.abort();
    await expect(client.GET("/retailers", { signal })).rejects.toThrow();
    expect(keys.length).toBeLessThanOrEqual(1);
  });
});

describe("pages", () => {
  test("give every row once for any page size, with the filters of the call", async () => {
    for (const name of ["A", "B", "C", "D", "E"]) await t.store(shop.id, { name });
    const names: string[] = [];
    const query = { "page[size]": 2 };
    const { client, keys } = failing();
    for await (const store of client.pages("/retailers/{retailerId}/stores", {
      params: { path: { retailerId: shop.id }, query },
    })) {
      expectTypeOf(store).toEqualTypeOf<Schemas["Store"]>();
      names.push(store.name);
    }
    expect(names).toEqual(["High Street", "A", "B", "C", "D", "E"]);
    expect(keys, "pages of two").toHaveLength(3);
  });

  test("only the needed pages are read", async () => {
    const { client, keys } = failing();
    const params = { path: { retailerId: shop.id }, query: { "page[size]": 2 } };
    for await (const _ of client.pages("/retailers/{retailerId}/stores", { params })) break;
    expect(keys).toHaveLength(1);
  });

  test("a page that cannot be read throws the problem", async () => {
    const rows = highstreet.pages("/retailers/{retailerId}/stores", { params: { path: { retailerId: "x" } } });
    const error = await rows.next().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HighstreetError);
    expect(error).toMatchObject({ problem: { code: "RetailerNotFound" }, response: { status: 404 } });
  });
});

test("a missing ETag is refused before the call, because the call would have no condition", async () => {
  const path = { retailerId: shop.id };
  const { client, keys } = failing();
  const call = (header: { "If-Match": string | null }) =>
    client.PATCH("/retailers/{retailerId}", { params: { path, header }, body: { contactName: "Olivia" } });
  await expect(call({ "If-Match": new Headers().get("etag") })).rejects.toThrow("If-Match is null");
  expect(keys).toEqual([]);
  const { response } = await client.GET("/retailers/{retailerId}", { params: { path } });
  expect((await call({ "If-Match": response.headers.get("etag") })).data?.contactName).toBe("Olivia");
});

test("a dry run returns the effects and changes nothing", async () => {
  const body = { name: "Never made", externalId: "never" };
  const { data } = await highstreet.dryRun("POST", "/retailers", { body });
  expectTypeOf(data?.response).toEqualTypeOf<Schemas["RetailerWithStores"] | undefined>();
  expect(data).toMatchObject({ response: { name: "Never made" }, affected: expect.any(Object) });
  const { data: found } = await highstreet.GET("/retailers", { params: { query: { externalId: "never" } } });
  expect(found?.data).toEqual([]);
  const removal = await highstreet.dryRun("DELETE", "/retailers/{retailerId}/stores/{storeId}", {
    params: { path: ids },
  });
  expectTypeOf(removal.data?.response).toEqualTypeOf<null | undefined>();
  expect(removal.data?.response).toBe(null);
});
