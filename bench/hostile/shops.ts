import { setTimeout as delay } from "node:timers/promises";
import { type HostileShop, hostileShops } from "../../packages/connectors/tests/hostile-shops.ts";
import type { Arena, HostileCase } from "./arena.ts";

/** An attack that the pull does not end within this time counts as running. */
const MAX_PULL_MS = 60_000;

interface Connection {
  status: string;
  warnings: { message: string }[];
}

/** Connects a retailer to the shop, and waits for the end of the pull. */
async function connect({ world, origin, shop }: Arena, hostile: HostileShop): Promise<() => Promise<string>> {
  const { retailerId, storeId } = await world.newStore();
  const call = async (method: string, path: string, body?: object): Promise<Connection> => {
    const headers = { authorization: `Bearer ${world.key}`, ...(body && { "content-type": "application/json" }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${origin}/retailers/${retailerId}${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? {} : await answer.json()) as Connection;
  };
  return async () => {
    shop.shop.hostile = hostile;
    const { key: consumerKey, secret: consumerSecret, host } = shop.shop;
    const credential = { url: `https://${host}`, consumerKey, consumerSecret };
    await call("POST", "/connections", { connector: "woocommerce", credential });
    const parameters = { connector: "woocommerce" };
    await call("POST", `/stores/${storeId}/inventory`, { provider: "connection", parameters });
    // The pull before the source of the store reads no items.
    await call("POST", "/connections", { connector: "woocommerce", credential });
    let found = "the pull still runs";
    for (const end = performance.now() + MAX_PULL_MS; performance.now() < end; await delay(200)) {
      const { status, warnings } = await call("GET", "/connections/woocommerce");
      if (!warnings[0]) continue;
      found = `${status}: ${warnings[0].message}`;
      break;
    }
    // The partner has two pulls at once.
    await call("DELETE", "/connections/woocommerce");
    return found;
  };
}

/** WooCommerce shops: a partner chooses their address. */
export const shopCases: HostileCase[] = hostileShops.map((hostile) => ({
  name: `shop, ${hostile.name}`,
  prepare: (arena) => connect(arena, hostile),
}));
