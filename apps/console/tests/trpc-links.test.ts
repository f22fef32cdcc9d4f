import { createCaller } from "@highstreet/router";
import { createTestContext } from "@highstreet/router/testing";
import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink, TRPCClientError } from "@trpc/client";
import { afterAll, expect, test } from "vitest";
import type { ConsoleRouter } from "../src/server/console-router.ts";
import { type Route, setEnvironment } from "./sign-in.ts";

const t = await createTestContext();
setEnvironment(t.databaseUrl);
afterAll(() => t.close());
const routes: Record<string, Route> = await import("../src/app/api/trpc/[trpc]/route.ts");

const url = "http://localhost:3000/api/trpc";
const headers = { authorization: `Bearer ${t.partner.key.key}` };
const send = async (address: string, init: RequestInit = {}): Promise<Response> => {
  const request = new Request(address, { ...init, headers: { ...headers, ...(init.headers as object) } });
  const route = routes[request.method] as Route;
  return route(request, { params: Promise.resolve({}) });
};

const options = { url, fetch: (to: URL | RequestInfo, init?: object) => send(String(to), init) };
const clients = Object.entries({ httpLink, httpBatchLink, httpBatchStreamLink }).map(
  ([name, link]) => [name, createTRPCClient<ConsoleRouter>({ links: [link(options)] })] as const,
);

const { id: retailerId } = await t.retailer({ name: "Corner Shop" });
const { ids } = await t.store(retailerId);
const caller = createCaller(t.ctx);
const barcodes = Array.from({ length: 150 }, (_, n) => `item-${n}`);
const hide = (from: number, to: number, description?: string) =>
  caller.customizations.postBatch({
    retailerId,
    body: barcodes.slice(from, to).map((barcode) => ({
      barcode,
      hidden: true,
      ...(description && { title: "Lamp", description, brand: "Lumen", image: ["https://shop.example/lamp.jpg"] }),
    })),
  });
await hide(0, 150);
await caller.inventory.patchStock({ ...ids, body: barcodes.map((barcode) => ({ barcode, price: 1, quantity: 5 })) });

async function all<T>(rows: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

test.each(clients)("%s reads every list, whole or by pages, alone and beside other calls", async (_, client) => {
  const [whole, page, retailers, channels, products] = await Promise.all([
    client.customizations.list.query({ retailerId }),
    client.customizations.list.query({ retailerId, page: { size: 100 } }),
    client.retailers.list.query({ page: { size: 10 } }),
    client.channels.list.query(ids),
    client.inventory.exportProducts.query({ retailerId, filter: {} }),
  ]);
  const records = await all(whole as AsyncIterable<{ barcode: string }>);
  expect(records.map(({ barcode }) => barcode).sort()).toEqual(barcodes.toSorted());
  expect(page).toMatchObject({ data: expect.any(Array), next: expect.any(String) });
  expect(retailers.data).toMatchObject([{ name: "Corner Shop" }]);
  expect(channels).toEqual([]);
  expect((await all(products as AsyncIterable<unknown[]>)).flat()).toHaveLength(150);
});

test("a whole list that is too long for one answer is 413 and names the ways to read it", async () => {
  const { id } = await t.retailer();
  const long = "x".repeat(5_000);
  const image = ["https://shop.example/lamp.jpg"];
  const body = Array.from({ length: 900 }, (_, n) => ({
    barcode: `long-${n}`,
    title: "Lamp",
    description: long,
    brand: "Lumen",
    image,
  }));
  await caller.customizations.postBatch({ retailerId: id, body });
  for (const [name, client] of clients) {
    const read = client.customizations.list.query({ retailerId: id });
    if (name === "httpBatchStreamLink") {
      expect(await all((await read) as AsyncIterable<unknown>)).toHaveLength(900);
      continue;
    }
    const error = await read.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/`page`.*httpBatchStreamLink/),
      data: { httpStatus: 413, domain: { code: "PayloadTooLarge" } },
    });
  }
});

const json = { "content-type": "application/json" };
const body = JSON.stringify({ retailerId });
const mistakes: [what: string, path: string, init: RequestInit, status: number, code: string][] = [
  ["an unknown procedure", "retailers.lst", {}, 404, "RouteNotFound"],
  ["an unknown procedure, as a mutation", "nothing", { method: "POST", headers: json, body }, 404, "RouteNotFound"],
  ["a query as a mutation", "retailers.get", { method: "POST", headers: json, body }, 405, "MethodNotAllowed"],
  ["a mutation as a query", "retailers.delete?input=%7B%7D", {}, 405, "MethodNotAllowed"],
  [
    "another media type",
    "retailers.delete",
    { method: "POST", headers: { "content-type": "text/plain" }, body },
    ...([415, "UnsupportedMediaType"] as const),
  ],
  ["no media type", "retailers.delete", { method: "POST", body: new Blob([body]) }, 415, "UnsupportedMediaType"],
  ["a body that is no JSON", "retailers.delete", { method: "POST", headers: json, body: "{" }, 400, "MalformedRequest"],
  ["an input that is no JSON", "retailers.get?input=%7B", {}, 400, "MalformedRequest"],
  ["an input that is no batch", "retailers.get,stores.get?batch=1&input=1", {}, 400, "MalformedRequest"],
  ["a path that is no valid encoding", "retailers.%E0%A4%A", {}, 400, "MalformedRequest"],
  ["an input of a wrong shape", "retailers.get?input=%5B%5D", {}, 400, "MalformedRequest"],
  [
    "lines without a batch",
    "retailers.get",
    { headers: { "trpc-accept": "application/jsonl" } },
    400,
    "MalformedRequest",
  ],
  ["no input", "retailers.get", {}, 400, "MalformedRequest"],
];

test.each(mistakes)("%s is told as the caller's mistake", async (_, path, init, status, code) => {
  const answer = await send(`${url}/${path}`, init);
  const [{ error }] = [await answer.json()].flat();
  expect([answer.status, error.data.domain?.code, error.message]).toEqual([status, code, expect.any(String)]);
  expect(error.data.code).not.toBe("INTERNAL_SERVER_ERROR");
  expect(error.message).not.toMatch(/our side|went wrong/i);
});

test("with httpBatchStreamLink, a caller's mistake is told as such", async () => {
  const [, client] = clients[2] ?? [];
  // @ts-expect-error: there is no such procedure.
  const error = await client?.retailers.lst.query({}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ data: { httpStatus: 404, domain: { code: "RouteNotFound" } } });
});
