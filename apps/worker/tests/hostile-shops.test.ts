import { smallShop, startSquare } from "@highstreet/connectors/fake-square";
import { type FakeWooCommerce, hostileShops, startFakeWooCommerce } from "@highstreet/connectors/fake-woocommerce";
import { type Context, createCaller } from "@highstreet/router";
import { MAX_PULLS, pullDueConnections } from "@highstreet/router/features/pulls/index.ts";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ShopSystems } from "../src/shop-systems.ts";

let t: TestContext;
let woo: FakeWooCommerce;
let square: Awaited<ReturnType<typeof startSquare>>;
let shops: { woocommerce: ShopSystems; square: ShopSystems };
let running: Promise<unknown>[] = [];
let isOver = false;
const world = smallShop();
beforeEach(async () => {
  isOver = false;
  t = await createTestContext({ settings: { allowLocalWebhooks: true } });
  woo = await startFakeWooCommerce();
  square = await startSquare(world);
  const settings = { allowLocalWebhooks: true };
  shops = { woocommerce: new ShopSystems(settings, woo.origin), square: new ShopSystems(settings, square.origin) };
});
afterEach(async () => {
  isOver = true;
  await Promise.all(Object.values(shops).map((one) => one.close()));
  await Promise.allSettled(running);
  running = [];
  await woo.close();
  await square.close();
  await t.close();
});

const hostile = (name: string) => {
  woo.shop.hostile = hostileShops.find((one) => one.name === name);
  if (!woo.shop.hostile) throw new Error(name);
};

/** Connects a shop of a new or known partner. */
async function connect(as: Context, connector: "woocommerce" | "square") {
  const caller = createCaller(as);
  const { ids } = await t.store((await t.retailer({}, as)).id, {}, as);
  const { host, key: consumerKey, secret: consumerSecret } = woo.shop;
  const body =
    connector === "square"
      ? { connector, credential: { accessToken: world.token } }
      : { connector, credential: { url: `https://${host}`, consumerKey, consumerSecret } };
  await caller.connections.save({ retailerId: ids.retailerId, body });
  const parameters = { connector, ...(connector === "square" && { locationId: "HIGH" }) };
  await caller.inventory.connect({ ...ids, body: { provider: "connection", parameters } });
  const one = { retailerId: ids.retailerId, connector };
  return { get: () => caller.connections.get(one), remove: () => caller.connections.remove(one) };
}

async function newPartner(): Promise<Context> {
  const { partnerId, key } = await t.newPartner();
  return t.asKey({ partnerId, keyId: key.id });
}

/** Number of calls for products. */
const drips = () => woo.shop.calls.filter((path) => path.includes("per_page=100")).length;

/** Runs the jobs that pull connections, as the workers do. */
function work(): void {
  const open = (connector: string, credential: unknown) => {
    // A job continues with the next due pull, which is another one without an end.
    if (isOver) throw new Error("the test is over");
    return shops[connector as keyof typeof shops].open(connector, credential);
  };
  for (let n = 0; n < MAX_PULLS; n++) {
    const run = pullDueConnections(t.asSystem(), open);
    run.catch(() => undefined);
    running.push(run);
  }
}

test("shops without an end of two partners do not delay the first pull of a third", async () => {
  hostile("a slow drip");
  const [first, second] = [await newPartner(), await newPartner()];
  for (const as of [first, first, first, second, second, second]) await connect(as, "woocommerce");
  work();
  await expect.poll(drips).toBe(4);
  const connection = await connect(await newPartner(), "square");
  work();
  await expect.poll(async () => (await connection.get()).status).toBe("connected");
  expect(drips()).toBe(4);
});

test("a pull ends when its connection is removed, so a partner gets no third pull by connecting again", async () => {
  hostile("a slow drip");
  const as = await newPartner();
  const connections = [await connect(as, "woocommerce"), await connect(as, "woocommerce")];
  work();
  await expect.poll(drips).toBe(2);
  for (const connection of connections) await connection.remove();
  await Promise.all(running);
});

test("2 MB of wrong rows end a pull with a reason, and the next pull comes later", async () => {
  hostile("2 MB of empty rows");
  const connection = await connect(await newPartner(), "woocommerce");
  const other = await connect(await newPartner(), "square");
  work();
  await Promise.all(running);
  const { warnings, nextPullAt } = await connection.get();
  expect(warnings).toMatchObject([{ id: "ConnectionFailed", message: expect.stringContaining("unknown form") }]);
  expect(Date.parse(nextPullAt)).toBeGreaterThan(t.ctx.now().getTime());
  expect(await other.get()).toMatchObject({ status: "connected", warnings: [] });
});
