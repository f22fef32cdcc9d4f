import { ConnectorError, type ConnectorItem, type OpenConnector } from "@highstreet/connectors";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, afterEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { MAX_PULLS } from "./internal/lease-pull.ts";
import { pullDueConnections } from "./pull-due-connections.ts";

const t = await createTestContext();
afterAll(() => t.close());
// A pull serves the connections of all shops.
let shops: string[] = [];
afterEach(async () => {
  await t.ctx.db.prisma.connection.deleteMany({ where: { retailerId: { in: shops } } });
  shops = [];
});
const caller = createCaller(t.ctx);
const credential = { accessToken: "EAAA-secret" };
const HOUR = 3_600_000;

const item = (barcode: string, quantities: Record<string, number>): ConnectorItem => ({
  ...{ barcode, price: "4.50", currency: null, title: `Mug ${barcode}`, brand: "Acme" },
  images: [`https://images.example/${barcode}.jpg`],
  quantities: new Map(Object.entries(quantities)),
});

/** A shop with a connection, whose system has two locations, and a store for each. */
async function newShop() {
  const { id: retailerId } = await t.retailer();
  shops.push(retailerId);
  const stores = [await t.store(retailerId), await t.store(retailerId)].map(({ ids }) => ids);
  const asked: (Date | null)[] = [];
  const system = {
    items: [item("101", { north: 3, south: 0 }), item("102", { north: 2 })] as Iterable<ConnectorItem>,
    error: null as Error | null,
    during: async () => {},
  };
  const open: OpenConnector = {
    locations: async () => [
      { id: "north", name: "North Street" },
      { id: "south", name: "South Street" },
    ],
    async *items(since) {
      asked.push(since);
      await system.during();
      yield* system.items;
      if (system.error) throw system.error;
    },
  };
  const given: unknown[] = [];
  const pull = (closed: () => Promise<void> = async () => undefined) =>
    pullDueConnections(t.asSystem(), (connector, secret) => {
      given.push({ connector, ...(secret as object) });
      return { open, close: closed };
    });
  const connection = () => caller.connections.get({ retailerId, connector: "square" });
  const save = () => caller.connections.save({ retailerId, body: { connector: "square", credential } });
  const connect = (at: number, locationId?: string) => {
    const parameters = { connector: "square", ...(locationId !== undefined && { locationId }) };
    return caller.inventory.connect({ ...place(at), body: { provider: "connection", parameters } });
  };
  const place = (at: number) => stores[at] ?? { retailerId, storeId: "" };
  const shelf = async (at: number) => {
    const { data } = await caller.inventory.listItems({ ...place(at), page: { size: 100 } });
    return Object.fromEntries(data.map(({ barcode, quantity }) => [barcode, quantity]));
  };
  return { retailerId, place, system, asked, given, pull, connection, save, connect, shelf };
}

test("each store takes the stock of its location, with product data; later pulls read the changes only", async () => {
  const { place, system, asked, given, pull, connection, save, connect, shelf } = await newShop();
  await save();
  await connect(0, "north");
  await connect(1, "south");
  await pull();
  expect(given).toEqual([{ connector: "square", ...credential }]);
  expect([await shelf(0), await shelf(1)]).toEqual([{ 101: 3, 102: 2 }, { 101: 0 }]);
  expect(await caller.inventory.getItem({ ...place(0), barcode: "102" })).toMatchObject({
    ...{ title: "Mug 102", brand: "Acme", price: 4.5, images: ["https://images.example/102.jpg"] },
  });
  const state = await connection();
  expect(state).toMatchObject({ status: "connected", warnings: [] });
  expect(state.locations.map(({ storeId }) => storeId)).toEqual([place(0).storeId, place(1).storeId]);
  expect(JSON.stringify(state)).not.toContain("EAAA-secret");

  await pull();
  expect(asked).toEqual([null]);
  t.advance(5 * 60_000);
  // 102 is no longer on sale, and 101 has moved.
  system.items = [item("102", {}), item("101", { south: 4 })];
  await pull();
  expect(asked).toEqual([null, new Date(Date.parse(state.pulledAt ?? "") - 5 * 60_000)]);
  expect([await shelf(0), await shelf(1)]).toEqual([{ 101: 0, 102: 0 }, { 101: 4 }]);
});

test("everything is read again once a night, and after another store names a location", async () => {
  const { asked, pull, save, connect, shelf } = await newShop();
  await save();
  await connect(0, "north");
  await pull();
  await connect(1, "south");
  await pull();
  expect(asked).toEqual([null, null]);
  expect(await shelf(1)).toEqual({ 101: 0 });
  t.advance(24 * HOUR);
  await pull();
  expect(asked).toEqual([null, null, null]);
});

test("a refused credential is a warning at the connection and its stores, until another credential works", async () => {
  const { place, system, pull, connection, save, connect } = await newShop();
  await save();
  await connect(0, "north");
  system.error = new ConnectorError("refused", "The token lacks ITEMS_READ.");
  await pull();
  const failed = { status: "invalid", warnings: [{ id: "ConnectionFailed", message: "The token lacks ITEMS_READ." }] };
  expect(await connection()).toMatchObject({ ...failed, pulledAt: null });
  const { warnings } = await caller.inventory.getSource(place(0));
  expect(warnings).toMatchObject([{ id: "FeedNotFetched", message: expect.stringContaining("ITEMS_READ") }]);
  system.error = null;
  await save();
  await pull();
  expect(await connection()).toMatchObject({ status: "connected", warnings: [], version: 2 });
  expect(await caller.inventory.getSource(place(0))).toMatchObject({ status: "connected", warnings: [] });
});

test("a pull that breaks off changes nothing, and its retries come later and later", async () => {
  const { system, asked, pull, save, connect, shelf } = await newShop();
  await save();
  await connect(0, "north");
  system.error = new ConnectorError("unavailable", "Square gave no answer.");
  const minutes: number[] = [];
  for (let minute = 0; minute < 40; minute++) {
    const before = asked.length;
    await pull();
    if (asked.length > before) minutes.push(minute);
    t.advance(60_000);
  }
  expect(minutes).toEqual([0, 1, 3, 7, 15, 31]);
  expect(await shelf(0)).toEqual({});
});

test("a source without a location needs a system with one; an unknown location names the known ones", async () => {
  const { place, pull, save, connect } = await newShop();
  await save();
  await connect(0);
  await connect(1, "west");
  await pull();
  const messages = await Promise.all(
    [0, 1].map(async (at) => (await caller.inventory.getSource(place(at))).warnings[0]),
  );
  expect(messages).toMatchObject([
    { message: expect.stringContaining("names no location. The shop system has north (North Street)") },
    { message: expect.stringContaining("There is no location west.") },
  ]);
});

test("a store cannot name a shop system that is not connected", async () => {
  const { connect } = await newShop();
  await expect(connect(0, "north")).rejects.toMatchObject({
    cause: { code: "ValidationFailed", members: { errors: [{ pointer: "/parameters/connector" }] } },
  });
});

test("a pull writes nothing after its connection was saved again or removed", async () => {
  const { retailerId, place, system, pull, save, connect, shelf } = await newShop();
  await save();
  await connect(0, "north");
  const once = (change: () => Promise<unknown>) => async () => {
    system.during = async () => undefined;
    await change();
  };
  const old = [item("old", { north: 1 })];
  system.items = old;
  system.during = once(async () => {
    await save();
    // The first pull reads the items of the old credential.
    system.during = once(async () => {
      system.items = [item("101", { north: 3 })];
    });
  });
  await pull();
  expect(await shelf(0)).toEqual({ 101: 3 });

  t.advance(5 * 60_000);
  system.items = old;
  system.during = once(() => caller.connections.remove({ retailerId, connector: "square" }));
  await pull();
  expect(await shelf(0)).toEqual({ 101: 3 });
  expect(await caller.inventory.getSource(place(0))).toMatchObject({ status: "disconnected" });
  expect(await caller.connections.list({ retailerId })).toEqual([]);
});

test("a pull that fails after the removal of its connection leaves no warning", async () => {
  const { retailerId, place, system, pull, save, connect } = await newShop();
  await save();
  await connect(0, "north");
  system.error = new ConnectorError("unavailable", "Square gave no answer.");
  system.during = () => caller.connections.remove({ retailerId, connector: "square" });
  await pull();
  expect(await caller.inventory.getSource(place(0))).toMatchObject({ status: "disconnected", warnings: [] });
});

test("two workers pull a connection once, and another worker repeats the pull of a dead one", async () => {
  const { asked, pull, save, connect, connection } = await newShop();
  await save();
  await connect(0, "north");
  // This worker dies at the end of its pull.
  void pull(() => new Promise(() => undefined));
  await expect.poll(() => asked.length).toBe(1);
  await pull();
  expect(asked).toHaveLength(1);
  t.advance(HOUR);
  await Promise.all([pull(), pull()]);
  expect(asked).toHaveLength(2);
  expect(await connection()).toMatchObject({ status: "connected" });
});

test("a pull without an end ends after an hour with a reason, and its lease ends too", async () => {
  const { retailerId, system, pull, connection, save, connect, shelf } = await newShop();
  await save();
  await connect(0, "north");
  system.items = (function* endless() {
    for (let n = 1; ; n++) {
      t.advance(60_000);
      yield item(String(n), { north: 1 });
    }
  })();
  await pull();
  expect(await connection()).toMatchObject({
    warnings: [{ id: "ConnectionFailed", message: expect.stringContaining("more than an hour") }],
  });
  const where = { retailerId_connector: { retailerId, connector: "square" } };
  expect(await t.ctx.db.prisma.connection.findUnique({ where })).toMatchObject({ failures: 1, leasedUntil: null });
  expect(await shelf(0)).toEqual({});
});

test("a reason that is cut within a character is stored", async () => {
  const { system, pull, connection, save, connect } = await newShop();
  await save();
  await connect(0, "north");
  system.error = new ConnectorError("unexpected", `${"a".repeat(499)}😀`);
  await pull();
  expect((await connection()).warnings[0]?.message).toBe(`${"a".repeat(499)}\ufffd`);
});

test("a fifth partner's pull starts although shops without an end take all places", async () => {
  let isOver = false;
  const begun: string[] = [];
  const run = () =>
    pullDueConnections(t.asSystem(), (_connector, secret) => {
      const { accessToken } = secret as { accessToken: string };
      begun.push(accessToken);
      const open: OpenConnector = {
        locations: async () => [{ id: "only", name: "Only" }],
        async *items() {
          while (accessToken === "endless" && !isOver) yield item("101", {});
          yield item("101", { only: 7 });
        },
      };
      return { open, close: async () => undefined };
    });
  const connect = async (accessToken: string, shopsOfPartner: number) => {
    const { partnerId, key } = await t.newPartner();
    const as = t.asKey({ partnerId, keyId: key.id });
    const own = createCaller(as);
    for (let n = 0; n < shopsOfPartner; n++) {
      const { id: retailerId } = await t.retailer({}, as);
      shops.push(retailerId);
      const { ids } = await t.store(retailerId, {}, as);
      await own.connections.save({ retailerId, body: { connector: "square", credential: { accessToken } } });
      await own.inventory.connect({ ...ids, body: { provider: "connection", parameters: { connector: "square" } } });
    }
    const retailerId = shops.at(-1) ?? "";
    return async () => (await own.connections.get({ retailerId, connector: "square" })).status;
  };
  for (let partner = 0; partner < 4; partner++) await connect("endless", 2);
  const places = Array.from({ length: MAX_PULLS }, run);
  try {
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(MAX_PULLS);
    const fifth = await connect("short", 1);
    await expect.poll(fifth, { timeout: 30_000 }).toBe("connected");
    expect(begun.filter((token) => token === "endless")).toHaveLength(MAX_PULLS);
  } finally {
    isOver = true;
    await Promise.all(places);
  }
}, 90_000);
