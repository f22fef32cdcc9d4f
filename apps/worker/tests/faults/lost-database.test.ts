import { randomBytes } from "node:crypto";
import { openDatabase } from "@highstreet/db";
import { startScratch } from "@highstreet/db/testing";
import { migratedCluster } from "@highstreet/db/testing/migrated-cluster";
import { createSandboxProviders } from "@highstreet/providers";
import { type Context, createCaller, createPartner, createVault, Sender, scopes } from "@highstreet/router";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import { afterEach, expect, it } from "vitest";
import { SECRET, until } from "../shop.ts";
import { startCountingReceiver } from "./counting-receiver.ts";
import { killAll, startRest, startWorker } from "./processes.ts";

const RESTARTS = rounds(20, 1);
const secretKey = randomBytes(32).toString("base64");
afterEach(killAll);

const store = { name: "High Street", address: "1 High Street", postcode: "N1 1AA", city: "London", country: "GB" };

it("a crash of PostgreSQL under load loses no acknowledged write, and every call and file gets a good answer or 503", async () => {
  const postgres = await startScratch({ synchronous_commit: "on" }, await migratedCluster());
  const receiver = await startCountingReceiver();
  try {
    const db = openDatabase({ url: postgres.url });
    const settings = { allowLocalWebhooks: true };
    const system: Context = {
      ...{ db, actor: { kind: "system" }, now: () => new Date(), requestId: "test", settings },
      ...{ providers: createSandboxProviders(), vault: createVault(secretKey), sender: new Sender(settings) },
    };
    const { partnerId, key } = await createPartner(system, { name: "Tills & Co" });
    const powers = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
    const caller = createCaller({ ...system, actor: { kind: "key", keyId: key.id, partnerId, ...powers } });
    const retailer = await caller.retailers.create({ body: { name: "Corner Shop", stores: [store, store] } });
    const secondId = retailer.stores[1]?.id ?? "";
    const ids = { retailerId: retailer.id, storeId: retailer.stores[0]?.id ?? "" };
    await caller.channels.enable({
      ...ids,
      body: { type: "webhook", parameters: { webhookUrl: receiver.url, secret: SECRET } },
    });
    const service = { databaseUrl: postgres.url, secretKey };
    const origin = await startRest(service);
    await Promise.all([startWorker(service), startWorker(service)]);

    const shop = `${origin}/v1/retailers/${ids.retailerId}`;
    const url = `${shop}/stores/${ids.storeId}/inventory/stock`;
    const headers = { authorization: `Bearer ${key.key}`, "content-type": "application/json" };
    const acknowledged: string[] = [];
    const others: string[] = [];
    let unavailable = 0;
    let sold = 0;
    let isOver = false;
    const sell = async () => {
      while (!isOver) {
        const barcode = `sold-${sold++}`;
        const body = JSON.stringify([{ barcode, price: 1, quantity: 5 }]);
        const response = await fetch(url, { method: "PATCH", headers, body });
        if (response.ok) acknowledged.push(barcode);
        else if (response.status === 503 && response.headers.get("retry-after")) unavailable++;
        else others.push(`${response.status} ${await response.text()}`);
        await response.body?.cancel();
      }
    };
    /** Sends files without a pause, so that each crash hits a COPY. */
    const taken = { products: 0, stock: 0 };
    const sendFiles = async (
      kind: keyof typeof taken,
      address: string,
      lineOf: (n: number, round: number) => string,
    ) => {
      for (let round = 0; !isOver; round++) {
        const lines = Array.from({ length: 50_000 }, (_, n) => lineOf(n, round));
        const header = kind === "stock" ? "barcode,price,quantity" : "barcode,title,image";
        const body = `${header}\n${lines.join("\n")}\n`;
        const response = await fetch(address, {
          method: "PUT",
          headers: { ...headers, "content-type": "text/csv" },
          body,
        });
        if (response.ok) taken[kind]++;
        else if (response.status !== 503 || !response.headers.get("retry-after")) {
          others.push(`${kind}: ${response.status} ${await response.text()}`);
        }
        await response.body?.cancel();
      }
    };
    const isCopying = async () =>
      (await db.query("SELECT FROM pg_stat_activity WHERE query LIKE 'COPY product_stage%' AND state = 'active'"))
        .length > 0;
    const selling = Promise.all([
      ...Array.from({ length: 4 }, sell),
      sendFiles(
        "products",
        `${shop}/inventory/products`,
        (n, round) => `p-${n},Title ${round},https://shop.example/${n}`,
      ),
      sendFiles("stock", `${shop}/stores/${secondId}/inventory/stock`, (n, round) => `s-${n},${1 + (round % 9)}.00,5`),
    ]);
    const back: number[] = [];
    for (let n = 0; n < RESTARTS; n++) {
      const before = receiver.barcodes.size;
      await until(() => receiver.barcodes.size > before + 50);
      const refused = unavailable;
      await until(isCopying);
      await postgres.crash();
      await until(() => unavailable > refused);
      await postgres.restart();
      const restartedAt = performance.now();
      const known = acknowledged.length;
      await until(() => acknowledged.length > known);
      const next = acknowledged[known] ?? "";
      await until(() => receiver.barcodes.has(next));
      back.push(performance.now() - restartedAt);
    }
    await until(() => taken.products > 0 && taken.stock > 0, 60_000);
    isOver = true;
    await selling;
    await until(() => acknowledged.every((barcode) => receiver.barcodes.has(barcode)));
    expect(others).toEqual([]);
    const kept = await db.query<{ barcode: string }>(
      "SELECT barcode FROM stock_item WHERE retailer_id = $1 AND store_id = $2",
      [ids.retailerId, ids.storeId],
    );
    const shelf = new Set(kept.map(({ barcode }) => barcode));
    expect(acknowledged.filter((barcode) => !shelf.has(barcode))).toEqual([]);
    console.log(
      `${RESTARTS} crashes, ${acknowledged.length} writes acknowledged, ${unavailable} answered 503; sold, announced and received again ${Math.round(Math.max(...back))} ms at most after it took connections`,
    );
    await db.close();
  } finally {
    await killAll();
    await receiver.close();
    await postgres.stop();
  }
}, 3_600_000);
