import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { attemptsOf } from "@highstreet/delivery";
import { createCaller, createVault } from "@highstreet/router";
import { rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openShop, SECRET, type Shop, type ShopStore, until } from "../shop.ts";
import { startCountingReceiver } from "./counting-receiver.ts";
import { kill, killAll, startWorker } from "./processes.ts";

const KILLS = rounds(500, 2);
const SEED = seedOr(20_261_121);
const STORES = 3;
const ITEMS = 400;
/** Maximum calls of one store that a killed worker has made and not recorded. The next worker makes them again. */
const UNRECORDED = 256;

const secretKey = randomBytes(32).toString("base64");

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  // The processes have no other clock than the machine's.
  shop.test.setNow(new Date());
});
afterEach(killAll);
afterAll(() => shop.test.close());

/** Random numbers in [0, 1). The same seed plans the same kills. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function connectedStores(url: string): Promise<ShopStore[]> {
  const caller = createCaller({ ...shop.test.ctx, vault: createVault(secretKey) });
  const stores = await Promise.all(Array.from({ length: STORES }, () => shop.newStore()));
  for (const { ids } of stores) {
    await caller.channels.enable({
      ...ids,
      body: { type: "webhook", parameters: { webhookUrl: url, secret: SECRET } },
    });
  }
  return stores;
}

const endless = `
  SELECT e.sequence FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.action = 'inventory.update'
    AND (SELECT array_agg(a.outcome) FROM ${attemptsOf("e.sequence")} a) IS DISTINCT FROM ARRAY['delivered'::attempt_outcome]`;

it("a worker that is killed at any moment loses no event, and another worker repeats only the calls without a record", async () => {
  const random = chance(SEED);
  const receiver = await startCountingReceiver();
  const stores = await connectedStores(receiver.url);
  const service = { databaseUrl: shop.test.databaseUrl, secretKey };
  const workers: ChildProcess[] = [await startWorker(service), await startWorker(service)];
  await until(async () =>
    (await Promise.all(stores.map((store) => store.webhooks()))).every((one) => one?.status === "connected"),
  );
  const takeovers: number[] = [];
  let sold = 0;
  for (let n = 0; n < KILLS; n++) {
    const spare = startWorker(service);
    for (const store of stores) {
      await store.stock(Object.fromEntries(Array.from({ length: ITEMS }, () => [`sold-${sold++}`, 1])));
    }
    await delay(random() * 120);
    const [victim] = workers.splice(Math.floor(random() * workers.length), 1);
    if (victim) await kill(victim);
    const killedAt = performance.now();
    await until(() => receiver.barcodes.size === sold);
    takeovers.push(performance.now() - killedAt);
    workers.push(await spare);
  }
  await until(async () => (await Promise.all(stores.map((store) => store.work()))).every((work) => !work.length));
  for (const store of stores) expect(await store.query(endless)).toEqual([]);
  expect(receiver.barcodes.size).toBe(sold);
  expect(receiver.repeated()).toBeLessThanOrEqual(KILLS * STORES * UNRECORDED);
  takeovers.sort((a, b) => a - b);
  const [middle, last] = [takeovers[takeovers.length >> 1], takeovers.at(-1)].map((ms) => `${Math.round(ms ?? 0)} ms`);
  console.log(
    `${KILLS} kills, ${sold} events, ${receiver.calls()} calls, ${receiver.repeated()} of them again; all had come ${middle} after a kill, ${last} at most`,
  );
  await receiver.close();
}, 7_200_000);
