import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createCaller, createVault } from "@highstreet/router";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openShop, SECRET, type Shop, type ShopStore, until } from "../shop.ts";
import { Balancer } from "./balancer.ts";
import { CALLERS, lost, outOfOrder, startLoad } from "./load.ts";
import { end, kill, killAll, type RestProcess, startRestProcess, startWorker } from "./processes.ts";

/** A full run restarts every process of the fleet this many times. `npm test` restarts one of each kind. */
const ROUNDS = rounds(2, 0);
const STORES = 3;
/** Maximum calls of one store that a killed worker has made and not recorded. The next worker makes them again. */
const UNRECORDED = 256;

const secretKey = randomBytes(32).toString("base64");

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  // The processes have no other clock than the machine's.
  shop.test.setNow(new Date());
});
afterEach(async () => {
  await killAll();
  await shop.clear();
});
afterAll(() => shop.test.close());

async function connectedStores(url: string): Promise<ShopStore[]> {
  const caller = createCaller({ ...shop.test.ctx, vault: createVault(secretKey) });
  const stores = await Promise.all(Array.from({ length: STORES }, () => shop.newStore()));
  const parameters = { webhookUrl: url, secret: SECRET };
  for (const { ids } of stores) await caller.channels.enable({ ...ids, body: { type: "webhook", parameters } });
  return stores;
}

/** Number of workers that were killed, or that lost their lease because they got no processor. */
async function deadWorkers(): Promise<number> {
  const rows = await shop.test.ctx.db.query("SELECT FROM delivery_worker WHERE is_dead");
  return rows.length;
}

it.for(["SIGTERM", "SIGKILL"] as const)(
  "processes that restart after %s, one after the other under load, fail only calls in flight after a kill, and lose no event",
  { timeout: 7_200_000 },
  async (signal) => {
    const receiver = await shop.newReceiver();
    const stores = await connectedStores(receiver.url);
    const service = { databaseUrl: shop.test.databaseUrl, secretKey };
    const [rests, workers]: [RestProcess[], ChildProcess[]] = await Promise.all([
      Promise.all([1, 2, 3].map(() => startRestProcess(service))),
      Promise.all([1, 2].map(() => startWorker(service))),
    ]);
    const balancer = new Balancer();
    await Promise.all(rests.map(({ origin }) => balancer.add(origin)));
    await until(async () =>
      (await Promise.all(stores.map((store) => store.webhooks()))).every((one) => one?.status === "connected"),
    );
    const load = startLoad(
      balancer,
      stores.map(({ ids }) => ids),
      shop.test.partner.key.key,
    );
    const stopProcess = signal === "SIGTERM" ? end : kill;
    /** All processes answer and deliver: every caller has called since, and the receiver has heard. */
    const carriesOn = async () => {
      const [calls, heard] = [load.calls(), receiver.calls.length];
      await until(() => load.calls() > calls + 3 * CALLERS && receiver.calls.length > heard + CALLERS, 60_000);
    };
    const dead = new Set<string>();
    for (let round = 0; round < Math.max(1, ROUNDS); round++) {
      for (const n of ROUNDS ? rests.keys() : [0]) {
        await carriesOn();
        const { child, origin } = rests[n] as RestProcess;
        await stopProcess(child);
        dead.add(origin);
        await until(() => !balancer.isReady(origin));
        await balancer.remove(origin);
        rests[n] = await startRestProcess(service);
        await balancer.add(rests[n].origin);
      }
      for (const n of ROUNDS ? workers.keys() : [0]) {
        await carriesOn();
        await stopProcess(workers[n] as ChildProcess);
        workers[n] = await startWorker(service);
      }
    }
    await carriesOn();
    await load.stop();
    await balancer.close();

    await until(
      async () => (await Promise.all(stores.map((store) => store.work()))).every((one) => !one.length),
      60_000,
    );
    const told = new Set(receiver.calls.map(({ data }) => data.barcode));
    expect(load.sold.filter((barcode) => !told.has(barcode))).toEqual([]);
    for (const store of stores) expect(await store.query(lost)).toEqual([]);
    expect(outOfOrder(receiver.calls)).toEqual([]);
    const repeated = receiver.calls.length - new Set(receiver.calls.map(({ id }) => id)).size;
    expect(repeated).toBeLessThanOrEqual((await deadWorkers()) * STORES * UNRECORDED);
    // Each caller has at most one call in flight.
    const most = signal === "SIGKILL" ? dead.size * CALLERS : 0;
    expect(load.failures.length, JSON.stringify(load.failures)).toBeLessThanOrEqual(most);
    expect(load.failures.filter(({ origin, status }) => status !== undefined || !dead.has(origin))).toEqual([]);
    console.log(
      `${signal}: ${load.calls()} calls, ${load.failures.length} failed; ${load.sold.length} items, ${receiver.calls.length} deliveries, ${repeated} of them again`,
    );
  },
);
