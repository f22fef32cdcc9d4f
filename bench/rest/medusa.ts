import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { start } from "../lib/children.ts";
import { freePort } from "../lib/free-port.ts";
import { install } from "../lib/install.ts";
import type { Contender } from "../lib/rounds.ts";
import type { Server } from "./arena.ts";

export interface Medusa extends Server {
  productIds: string[];
  salesChannelId: string;
  /** Headers of a partner's server with a secret key. */
  secret: Record<string, string>;
  /** Headers of a shop's page with a publishable key. */
  publishable: Record<string, string>;
}

const folder = join(import.meta.dirname, "../medusa");
const user = { email: "bench@example.com", password: "bench-bench" };

/** One product per connection, so that no two calls change the same product. */
const PRODUCTS = 16;

/**
 * Installs, migrates and starts Medusa in production mode, with its own database and some products in a sales channel.
 */
export async function startMedusa(life: Lifetime, postgres: string, logs: string): Promise<Medusa> {
  install(folder);
  const url = new URL(postgres);
  url.pathname = "/medusa";
  const admin = new pg.Client({ connectionString: postgres });
  await admin.connect();
  await admin.query("CREATE DATABASE medusa");
  await admin.end();

  const port = await freePort();
  const program = (...args: string[]) => ({
    args: ["node_modules/@medusajs/cli/cli.js", ...args],
    cwd: folder,
    env: { DATABASE_URL: url.href, NODE_ENV: "production", MEDUSA_DISABLE_TELEMETRY: "true" },
    log: join(logs, "medusa.log"),
  });
  for (const args of [["db:migrate"], ["user", "-e", user.email, "-p", user.password]]) {
    const code = await start(program(...args)).exitCode;
    if (code !== 0) throw new Error(`medusa ${args[0]} failed: see ${join(logs, "medusa.log")}`);
  }
  const child = start(program("start", "-p", String(port)));
  life.onEnd(child.end);
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/health`).catch(() => undefined))?.ok) {
    if (child.process.exitCode !== null) throw new Error(`Medusa did not start: see ${join(logs, "medusa.log")}`);
    await delay(200);
  }
  return { origin, pid: child.pid, end: child.end, ...(await seed(origin)) };
}

async function seed(origin: string): Promise<Omit<Medusa, keyof Server>> {
  let headers: Record<string, string> = { "content-type": "application/json" };
  // biome-ignore lint/suspicious/noExplicitAny: answers of a foreign API, read once
  async function post(path: string, body: object): Promise<any> {
    const response = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
  const { token } = await post("/auth/user/emailpass", user);
  headers = { ...headers, authorization: `Bearer ${token}` };
  const { api_key: secretKey } = await post("/admin/api-keys", { title: "till", type: "secret" });
  const { api_key: publishableKey } = await post("/admin/api-keys", { title: "page", type: "publishable" });
  const { sales_channel: channel } = await post("/admin/sales-channels", { name: "webshop" });
  await post(`/admin/api-keys/${publishableKey.id}/sales-channels`, { add: [channel.id] });
  const productIds: string[] = [];
  for (let n = 0; n < PRODUCTS; n++) {
    const { product } = await post("/admin/products", {
      ...{ title: `Mug ${n}`, status: "published", sales_channels: [{ id: channel.id }] },
      options: [{ title: "size", values: ["one"] }],
      variants: [{ title: "one", options: { size: "one" }, prices: [{ amount: 9, currency_code: "gbp" }] }],
    });
    productIds.push(product.id);
  }
  const basic = Buffer.from(`${secretKey.token}:`).toString("base64");
  return {
    ...{ productIds, salesChannelId: channel.id },
    secret: { "content-type": "application/json", authorization: `Basic ${basic}` },
    publishable: { "x-publishable-api-key": publishableKey.token },
  };
}

/** The call that is closest to reading a product: the call of a shop's page. */
export function medusaReads(medusa: Medusa, postmaster: number): Contender {
  const calls = medusa.productIds.map((id) => ({ path: `/store/products/${id}` }));
  return {
    name: "Medusa",
    job: {
      ...{ origin: medusa.origin, method: "GET", headers: medusa.publishable, calls },
      processes: { server: medusa.pid, postgres: postmaster },
    },
    verify: async () => {
      const response = await fetch(`${medusa.origin}/store/products/${medusa.productIds[3]}`, {
        headers: medusa.publishable,
      });
      const { product } = (await response.json()) as { product?: { title: string } };
      if (product?.title !== "Mug 3") throw new Error("Medusa gave a wrong product");
    },
  };
}

/** The call that is closest to hiding and showing: removes a product from its sales channel and adds it again. */
export function medusaPatches(medusa: Medusa, postmaster: number): Contender {
  const bodies: [string, string] = [
    JSON.stringify({ sales_channels: [] }),
    JSON.stringify({ sales_channels: [{ id: medusa.salesChannelId }] }),
  ];
  const calls = medusa.productIds.map((id) => ({ path: `/admin/products/${id}`, bodies }));
  return {
    name: "Medusa",
    job: {
      ...{ origin: medusa.origin, method: "POST", headers: medusa.secret, calls },
      processes: { server: medusa.pid, postgres: postmaster },
    },
    verify: async ({ made }) => {
      for (const [n, id] of medusa.productIds.entries()) {
        const response = await fetch(`${medusa.origin}/admin/products/${id}`, { headers: medusa.secret });
        const { product } = (await response.json()) as { product: { sales_channels: unknown[] } };
        const expected = (made[n] ?? 0) % 2 ? 0 : 1;
        if (product.sales_channels.length !== expected)
          throw new Error(`Medusa's product ${id} is in the wrong channels`);
      }
    },
  };
}
