import { gzipSync } from "node:zlib";
import { createCaller } from "@highstreet/router";
import { pullDueSources } from "@highstreet/router/features/pulls/index.ts";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { FeedFetcher } from "../src/feed-fetcher.ts";
import { file, STOCK, startFeedServer } from "./feed-server.ts";

const MINUTE = 60_000;

let world: TestContext;
let server: Awaited<ReturnType<typeof startFeedServer>>;
let store: Awaited<ReturnType<typeof newStore>>;
beforeAll(async () => {
  world = await createTestContext({ settings: { allowLocalWebhooks: true } });
});
beforeEach(async () => {
  server = await startFeedServer();
  store = await newStore();
});
afterEach(async () => {
  await store.disconnect();
  await server.close();
});
afterAll(() => world.close());

const fetcher = new FeedFetcher({ allowLocalWebhooks: true });
/** A run of one worker. */
const run = (given = fetcher) => pullDueSources(world.asSystem(), given.fetch);
const later = (minutes: number) => world.advance(minutes * MINUTE);
/** A file without ETag and date. The server cannot compare versions, so each fetch gets the whole file. */
const changing = (text: string) => file(text, {});

async function newStore() {
  const { ids } = await world.store((await world.retailer()).id);
  const caller = createCaller(world.ctx);
  const page = { page: { size: 100 } };
  const connect = (parameters: object = {}) =>
    caller.inventory.connect({
      ...ids,
      body: { provider: "http-pull", parameters: { url: server.url, intervalMinutes: 60, ...parameters } },
    });
  return {
    ids,
    caller,
    connect,
    disconnect: () => caller.inventory.disconnect(ids),
    read: () => caller.inventory.getSource(ids),
    shelf: async () =>
      (await caller.inventory.listItems({ ...ids, ...page })).data.map(({ barcode, quantity }) => [barcode, quantity]),
    ingests: async () => (await caller.inventory.listIngests({ ...ids, ...page })).data.map(({ status }) => status),
    published: async () => {
      const { data } = await caller.events.list({ ...ids, ...page });
      return data.flatMap((event) => (event.action === "inventory_source.update" ? [event.data] : []));
    },
    row: () => world.ctx.db.prisma.inventorySource.findUniqueOrThrow({ where: { retailerId_storeId: ids } }),
    patch: (quantity: number) =>
      caller.inventory.patchStock({ ...ids, body: [{ barcode: "5000000000017", quantity }] }),
  };
}

test("a file is fetched at once when its source is connected, then by its interval, and becomes the stock", async () => {
  await store.connect({ authorization: "Basic dTpw", intervalMinutes: 15 });
  expect(await run()).toBe(1);
  expect(server.asked.at(-1)?.authorization).toBe("Basic dTpw");
  expect(await store.shelf()).toEqual([
    ["5000000000017", 3],
    ["5000000000024", 9],
  ]);
  const next = new Date(world.ctx.now().getTime() + 15 * MINUTE).toISOString();
  expect(await store.read()).toMatchObject({ status: "connected", provider: { id: "http-pull" }, nextFetchAt: next });
  expect(await run()).toBe(0);
  later(15);
  expect(await run()).toBe(1);
});

test("the author of a fetched feed is the service, and the mode is the mode of the source", async () => {
  await store.connect({ mode: "replace" });
  await run();
  server.answerWith(file("barcode,price,quantity\n5000000000017,1.50,4\n"));
  later(60);
  await run();
  expect(await store.shelf()).toEqual([
    ["5000000000017", 4],
    ["5000000000024", 0],
  ]);
  const { data } = await store.caller.history.list({ retailerId: store.ids.retailerId, page: { size: 1 } });
  expect(data[0]).toMatchObject({ action: "stock.feed", actor: { kind: "system" } });
});

test("an unchanged file is not sent again, and counts as a feed that names its items", async () => {
  await store.connect();
  await run();
  const { appliedAt } = await store.row();
  later(60);
  await run();
  expect(server.asked.map((headers) => headers["if-none-match"])).toEqual([undefined, `"${STOCK.length}"`]);
  expect(await store.ingests()).toEqual(["applied"]);
  const now = world.ctx.now();
  expect(appliedAt).not.toEqual(now);
  expect(await store.row()).toMatchObject({ appliedAt: now, lastContactAt: now });
});

test("an unchanged file is fetched whole after another write to the items, by a PATCH or a feed", async () => {
  await store.connect();
  await run();
  await store.patch(1);
  later(60);
  await run();
  expect(await store.shelf()).toEqual([
    ["5000000000017", 3],
    ["5000000000024", 9],
  ]);
  async function* other(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("barcode,price,quantity\n5000000000017,1.50,3\n");
  }
  await store.caller.inventory.putStock({ ...store.ids, feed: other() });
  later(60);
  await run();
  later(60);
  await run();
  expect(server.asked.map((headers) => headers["if-none-match"] !== undefined)).toEqual([false, false, false, true]);
});

test("after a write between the request and its 304, the file is fetched whole at once", async () => {
  await store.connect();
  await run();
  server.answerWith((request, response) => {
    const answer = () => file(STOCK)(request, response);
    if (request.headers["if-none-match"]) store.patch(1).then(answer, () => response.destroy());
    else answer();
  });
  later(60);
  expect(await run()).toBe(2);
  expect(await store.shelf()).toEqual([
    ["5000000000017", 3],
    ["5000000000024", 9],
  ]);
});

test("a failed fetch keeps status and stock, and has one warning. Retries have growing pauses of up to a day, and the next success ends the warning", async () => {
  await store.connect();
  await run();
  const { appliedAt, lastContactAt } = await store.row();
  server.answerWith((_, response) => response.writeHead(500).end());
  const fetchedAfter: number[] = [];
  later(60);
  for (let tries = 0; tries < 13; tries++) {
    await run();
    const { nextFetchAt } = await store.read();
    const minutes = (Date.parse(nextFetchAt ?? "") - world.ctx.now().getTime()) / MINUTE;
    fetchedAfter.push(minutes);
    later(minutes);
  }
  expect(fetchedAfter).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 1_440, 1_440]);
  const message =
    "The address answered 500 in place of the file. We retry after 1, 2, 4, … minutes, at most a day apart. After a success, we fetch the file every 60 minutes again. To retry at once, connect the source again.";
  const warnings = [{ id: "FeedNotFetched", message, parameters: { reason: "status", status: 500 } }];
  expect(await store.read()).toMatchObject({ status: "connected", warnings });
  expect(await store.row()).toMatchObject({ appliedAt, lastContactAt });
  expect(await store.shelf()).toHaveLength(2);
  server.answerWith(file(STOCK));
  await run();
  expect(await store.read()).toMatchObject({ status: "connected", warnings: [] });
  expect((await store.published()).map(({ status, warnings }) => ({ status, warnings }))).toEqual([
    { status: "connected", warnings: [] },
    { status: "connected", warnings },
    { status: "connected", warnings: [] },
  ]);
});

test("a file that is no stock feed makes the source invalid with the reason. A good file makes the source connected", async () => {
  await store.connect();
  for (const [text, why] of [
    ["<!doctype html><title>Sign in</title>", /not taken\. This is HTML/],
    ["barcode,price,quantity\n1,free,1\n", /no valid line/],
  ] as const) {
    server.answerWith(changing(text));
    await run();
    const source = await store.read();
    expect([text, source.status]).toEqual([text, "invalid"]);
    expect(source.warnings.map(({ id }) => id)).toEqual(["FeedRefused", "FeedNotFetched"]);
    expect(source.warnings[1]?.message).toMatch(why);
    later(60);
  }
  server.answerWith(file(STOCK));
  await run();
  expect(await store.read()).toMatchObject({ status: "connected", warnings: [] });
});

test("a file that is too large, unpacks too far or is cut off is refused with the reason", async () => {
  await store.connect();
  const bomb = gzipSync(Buffer.alloc(201 << 20, "1,1,1\n"));
  server.answerWith(file(bomb, { "content-encoding": "gzip" }));
  await run();
  expect((await store.read()).warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/refused.*100 times/),
    expect.stringMatching(/not taken\. .*100 times/),
  ]);
  later(60);
  server.answerWith((_, response) => {
    response.writeHead(200, { "content-length": String(STOCK.length * 2) }).write(STOCK, () => response.destroy());
  });
  await run();
  expect((await store.read()).warnings[1]?.message).toMatch(/cut the connection off/);
  expect([await store.shelf(), await store.ingests()]).toEqual([[], ["refused"]]);
});

test("one of many workers fetches a due source", async () => {
  await store.connect();
  const ctx = world.asSystem();
  let looked = 0;
  const { promise: allLooked, resolve } = Promise.withResolvers<void>();
  const query: typeof ctx.db.query = async (text, values) => {
    const rows = await ctx.db.query<never>(text, values);
    if (text.includes("next_pull_at <= $1") && ++looked === 8) resolve();
    await allLooked;
    return rows;
  };
  const workers = Array.from({ length: 8 }, () => pullDueSources({ ...ctx, db: { ...ctx.db, query } }, fetcher.fetch));
  expect((await Promise.all(workers)).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  expect(server.asked).toHaveLength(1);
});

test("a fetch that fails after its source was replaced neither warns about the new source nor delays its fetch", async () => {
  await store.connect();
  server.answerWith((_, response) => {
    store.connect({ intervalMinutes: 15 }).then(
      () => {
        server.answerWith(file(STOCK));
        response.writeHead(500).end();
      },
      () => response.destroy(),
    );
  });
  expect(await run()).toBe(2);
  expect(await store.read()).toMatchObject({ status: "connected", warnings: [] });
  expect(await store.published()).toHaveLength(1);
});

test("after a worker dies during a fetch, another worker takes in the file once", async () => {
  await store.connect();
  const dying = new FeedFetcher({ allowLocalWebhooks: true });
  server.answerWith((_, response) => response.writeHead(200).write(STOCK));
  const died = run(dying);
  await expect.poll(() => server.asked.length).toBe(1);
  dying.close();
  await expect(died).rejects.toThrow("could not be taken in");
  expect(await store.read()).toMatchObject({ status: "pending", warnings: [] });
  server.answerWith(file(STOCK));
  expect(await run()).toBe(0);
  later(15);
  expect(await run()).toBe(1);
  expect(await store.ingests()).toEqual(["applied"]);
});

test("a source that is replaced or disconnected during its fetch does not get the file", async () => {
  for (const end of [() => store.disconnect(), () => store.connect({ url: `${server.url}?other` })]) {
    await store.connect();
    const before = (await store.ingests()).length;
    server.answerWith((request, response) => {
      if (request.url?.endsWith("?other")) return response.writeHead(404).end();
      response.writeHead(200).write(STOCK.slice(0, 30));
      end().then(
        () => response.end(STOCK.slice(30)),
        () => response.destroy(),
      );
      return undefined;
    });
    await run();
    expect(await store.ingests()).toHaveLength(before);
    expect(await store.shelf()).toEqual([]);
    expect((await store.read()).status).not.toBe("connected");
  }
});

test("a source is removed if its store is deleted during the fetch", async () => {
  await store.connect();
  server.answerWith((request, response) => {
    store.caller.stores.delete(store.ids).then(
      () => file(STOCK)(request, response),
      () => response.destroy(),
    );
  });
  expect(await run()).toBe(1);
  expect(await world.ctx.db.query("SELECT 1 FROM ingest WHERE retailer_id = $1", [store.ids.retailerId])).toEqual([]);
  store = await newStore();
});

test("a file without a fetch for 48 hours is still fetched, and its source is connected again", async () => {
  await store.connect();
  await run();
  await world.ctx.db.query(
    "UPDATE inventory_source SET status = 'disconnected' WHERE retailer_id = $1 AND store_id = $2",
    [store.ids.retailerId, store.ids.storeId],
  );
  later(60 * 72);
  await run();
  expect(await store.read()).toMatchObject({ status: "connected" });
});
