import { randomBytes } from "node:crypto";
import { openDatabase } from "@highstreet/db";
import { cloneDatabase, poolerVersion, startPooler } from "@highstreet/db/testing";
import { createPartner, createVault, openProviders, Sender } from "@highstreet/router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCountingReceiver } from "./faults/counting-receiver.ts";
import { killAll, startRest, startWorker } from "./faults/processes.ts";
import { SECRET, until } from "./shop.ts";

const version = poolerVersion();
const secretKey = randomBytes(32).toString("base64");
const LINES = 30_000;
const address = { name: "High Street", address: "1 High Street", postcode: "N1 1AA", city: "London", country: "GB" };

describe.skipIf(!version)(`three REST processes and two workers behind ${version} in transaction mode`, () => {
  const endings: (() => Promise<unknown>)[] = [];
  let origins: string[];
  let root: string;
  beforeAll(async () => {
    const database = await cloneDatabase();
    endings.push(database.drop);
    const pooler = await startPooler(database.url, 6);
    endings.push(pooler.close);
    const db = openDatabase({ url: pooler.url });
    endings.push(() => db.close(), killAll);
    const settings = { allowLocalWebhooks: true };
    const now = () => new Date();
    const { key } = await createPartner(
      {
        ...{ db, actor: { kind: "system" }, now, requestId: "test", settings },
        ...{ providers: openProviders({}, db, now), vault: createVault(secretKey), sender: new Sender(settings) },
      },
      { name: "Tills & Co" },
    );
    root = key.key;
    const service = { databaseUrl: pooler.url, secretKey, env: { DATABASE_DIRECT_URL: database.url } };
    origins = await Promise.all([startRest(service), startRest(service), startRest(service)]);
    await Promise.all([startWorker(service), startWorker(service)]);
  });
  afterAll(async () => {
    for (const end of endings.toReversed()) await end();
  });

  /** Sends a call to one of the REST processes. @throws Error for an answer other than 2xx */
  async function call<Answer>(at: number, method: string, path: string, body?: object | string): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${root}`,
      "content-type": typeof body === "string" ? "text/csv" : "application/json",
    };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await fetch(`${origins[at % origins.length]}/v1${path}`, { method, headers, body: text });
    const content = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content}`);
    return JSON.parse(content || "null");
  }

  it("feeds, tills, edits and reads at once all succeed, and every event arrives", { timeout: 120_000 }, async () => {
    const receiver = await startCountingReceiver();
    endings.push(receiver.close);
    const stores = [address, address, address];
    const made = await call<{ id: string; stores: { id: string }[] }>(0, "POST", "/retailers", {
      name: "Shop",
      stores,
    });
    const retailer = `/retailers/${made.id}`;
    const paths = made.stores.map(({ id }) => `${retailer}/stores/${id}`);
    for (const path of paths) {
      const parameters = { webhookUrl: receiver.url, secret: SECRET };
      await call(0, "POST", `${path}/channels`, { type: "webhook", parameters });
    }
    const lines = Array.from({ length: LINES }, (_, n) => `f-${n},1.00,5\n`).join("");
    const feeds = paths.map((path, at) =>
      call(at, "PUT", `${path}/inventory/stock`, `barcode,price,quantity\nfed-${at},1.00,5\n${at ? "" : lines}`),
    );
    const products = call(1, "PUT", `${retailer}/inventory/products`, "barcode,title\nfed-1,One\nfed-2,Two\n");
    const tills = Array.from({ length: 120 }, async (_, n) => {
      const path = paths[n % paths.length];
      await call(n, "PATCH", `${path}/inventory/stock`, [{ barcode: `sold-${n}`, price: 1, quantity: 5 }]);
      await call(n + 1, "PATCH", `${retailer}/inventory/sold-${n}`, { hidden: true });
      await call(n + 2, "GET", `${path}/inventory`);
    });
    await Promise.all([...feeds, products, ...tills]);
    await until(() => tills.every((_, n) => receiver.barcodes.has(`sold-${n}`)), 60_000);
    await until(() => paths.every((_, at) => receiver.barcodes.has(`fed-${at}`)), 60_000);
  });

  it("a revoked key ends in every process at once", async () => {
    const made = await call<{ id: string; key: string }>(0, "POST", "/keys", { name: "k", scopes: ["retailers:read"] });
    const statuses = () =>
      Promise.all(
        origins.map(async (origin) => {
          const answer = await fetch(`${origin}/v1/retailers`, { headers: { authorization: `Bearer ${made.key}` } });
          await answer.body?.cancel();
          return answer.status;
        }),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await call(0, "DELETE", `/keys/${made.id}`);
    // A process that does not hear of the revocation would accept the key for 5 s.
    await expect.poll(statuses, { timeout: 4_000 }).toEqual([401, 401, 401]);
  });
});
