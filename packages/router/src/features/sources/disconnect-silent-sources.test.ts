import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockStores } from "../../core/log/index.ts";
import { createCaller } from "../../router.ts";
import { changeSource } from "./change-source.ts";
import { disconnectSilentSources } from "./disconnect-silent-sources.ts";
import type { Source } from "./source.schema.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

const HOUR = 3_600_000;

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function newStore() {
  const { ids } = await world.store((await world.retailer()).id);
  const caller = createCaller(world.ctx);
  return {
    ids,
    feed: () => caller.inventory.putStock({ ...ids, feed: bytes("barcode,price,quantity\n101,1.00,5\n") }),
    patch: () => caller.inventory.patchStock({ ...ids, body: [{ barcode: "101", quantity: 4 }] }),
    status: async () => (await caller.inventory.getSource(ids)).status,
    published: async () => {
      const { data } = await caller.events.list({ ...ids, page: { size: 100 } });
      return data.flatMap((event) => (event.action === "inventory_source.update" ? [event.data.status] : []));
    },
    hearAs: (status: Source["status"]) =>
      world.ctx.db.transaction("no shop", async (tx) => {
        await lockStores(tx, ids.retailerId, [ids.storeId]);
        await changeSource(tx, ids, { status, provider: "api", heard: true }, world.ctx.now());
      }),
  };
}

test("a source that sent nothing for 48 hours is disconnected once, and the next good feed connects it", async () => {
  const { feed, status, published } = await newStore();
  await feed();
  world.advance(48 * HOUR - 1);
  expect(await disconnectSilentSources(world.asSystem())).toBe(0);
  expect(await status()).toBe("connected");
  world.advance(1);
  expect(await disconnectSilentSources(world.asSystem())).toBe(1);
  expect(await disconnectSilentSources(world.asSystem())).toBe(0);
  expect(await status()).toBe("disconnected");
  await feed();
  expect(await status()).toBe("connected");
  expect(await published()).toEqual(["connected", "disconnected", "connected"]);
});

test("an unchanged feed and a PATCH count as a sign of life", async () => {
  const [same, patched] = [await newStore(), await newStore()];
  for (const { feed } of [same, patched]) await feed();
  world.advance(47 * HOUR);
  await same.feed();
  await patched.patch();
  world.advance(47 * HOUR);
  await disconnectSilentSources(world.asSystem());
  expect([await same.status(), await patched.status()]).toEqual(["connected", "connected"]);
});

test.each(["pending", "invalid", "disconnected"] as const)(
  "a silent source that is %s keeps its status",
  async (status) => {
    const source = await newStore();
    await source.hearAs(status);
    world.advance(1_000 * HOUR);
    await disconnectSilentSources(world.asSystem());
    expect(await source.status()).toBe(status);
  },
);

test("a source that sends something during the check stays connected", async () => {
  const source = await newStore();
  await source.hearAs("connected");
  world.advance(48 * HOUR);
  const ctx = world.asSystem();
  const { db } = ctx;
  const hearing = {
    ...db,
    transaction: async (...opening: Parameters<typeof db.transaction>) => {
      await source.hearAs("connected");
      return db.transaction(...opening);
    },
  } as typeof db;
  expect(await disconnectSilentSources({ ...ctx, db: hearing })).toBe(0);
  expect(await source.status()).toBe("connected");
});
