import { setTimeout as delay } from "node:timers/promises";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { spread } from "../lib/numbers.ts";
import { processorTime } from "../lib/processes.ts";
import { startService } from "../lib/services.ts";
import { SECRET, type Shop, type World } from "../lib/world.ts";
import { untilSent } from "./events.ts";
import type { Receivers } from "./receivers.ts";

const BARCODE = "5901234123457";

interface Cost {
  ms: number;
  cpu: number[];
  twice: number;
}

async function endpointOf({ caller, db }: World, { retailerId }: Shop, url: string, batchSize: number): Promise<void> {
  const { id } = await caller.endpoints.create({ retailerId, body: { url, secret: SECRET, batchSize } });
  const isConnected = async () => (await caller.endpoints.get({ retailerId, endpointId: id })).status === "connected";
  while (!(await isConnected())) await delay(100);
  await db.query("ANALYZE");
}

/** A hide in all stores of a retailer: each with a channel, or all with one endpoint, without and with batches. */
export async function endpoints(
  life: Lifetime,
  world: World,
  receivers: Receivers,
  { stores, rounds }: { stores: number; rounds: number },
): Promise<void> {
  const worker = await startService(life, world, "worker");
  const shops: [string, Shop][] = [
    [`${stores} channels`, await world.newShop(stores, (n) => `${receivers.origin}/204/${n}`)],
    ["one endpoint", await world.newShop(stores)],
    ["one endpoint, batches of 100", await world.newShop(stores)],
  ];
  for (const [, { retailerId, storeIds }] of shops) {
    const lines = [{ barcode: BARCODE, title: "Mug", price: 9.99, quantity: 3 }];
    for (const storeId of storeIds) await world.caller.inventory.patchStock({ retailerId, storeId, body: lines });
  }
  await untilSent(world);
  const [, single, batches] = shops.map(([, shop]) => shop) as [Shop, Shop, Shop];
  await endpointOf(world, single, `${receivers.origin}/204/all`, 1);
  await endpointOf(world, batches, `${receivers.origin}/batch/all`, 100);

  const costs = new Map<string, Cost[]>(shops.map(([name]) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { retailerId }] of shops) {
      const before = [worker.pid, world.postmaster].map(processorTime);
      const reached = receivers.expect(stores);
      const began = performance.timeOrigin + performance.now();
      await world.caller.customizations.edit({ retailerId, barcode: BARCODE, body: { hidden: round % 2 === 0 } });
      const ms = (await reached) - began;
      await untilSent(world);
      const after = [worker.pid, world.postmaster].map(processorTime);
      const cpu = after.map((value, n) => value - (before[n] ?? 0));
      const { calls, times } = await receivers.count();
      if (times.length !== stores) throw new Error(`${name}: ${times.length} of ${stores} events came`);
      // The first round compiles.
      if (round > 0) costs.get(name)?.push({ ms, cpu, twice: calls - stores });
    }
  }
  await worker.child.end();
  const base = costs.get(`${stores} channels`) ?? [];
  console.log(
    `\n| A hide in ${stores} stores | ms to the last event | ratio | CPU, ms: worker, PostgreSQL | twice |\n|---|---|---|---|---|`,
  );
  for (const [name, all] of costs) {
    const ratios = all.map(({ ms }, n) => ms / (base[n]?.ms ?? Number.NaN));
    const cpu = [0, 1].map((part) =>
      spread(
        all.map((one) => one.cpu[part] ?? 0),
        0,
      ),
    );
    const cells = [
      spread(
        all.map(({ ms }) => ms),
        0,
      ),
      spread(ratios),
      cpu.join(", "),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} | ${all.map(({ twice }) => twice).join(", ")} |`);
  }
}
