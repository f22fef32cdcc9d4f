import { setTimeout as delay } from "node:timers/promises";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { spread } from "../lib/numbers.ts";
import { processorTime } from "../lib/processes.ts";
import { startService } from "../lib/services.ts";
import { SECRET, type StoreIds, type World } from "../lib/world.ts";
import { copyStore } from "./copy-store.ts";
import { append, untilSent } from "./events.ts";
import type { Receivers } from "./receivers.ts";

const BARCODE = "5901234123457";

interface Cost {
  ms: number;
  cpu: number[];
  twice: number;
}

/** Waits for the ping of a new endpoint. */
async function untilConnected({ db }: World, status: () => Promise<{ status: string }>): Promise<void> {
  while ((await status()).status !== "connected") await delay(100);
  await db.query("ANALYZE");
}

async function endpointOf(world: World, { retailerId }: StoreIds, url: string, batchSize: number): Promise<void> {
  const { caller } = world;
  const { id } = await caller.endpoints.create({ retailerId, body: { url, secret: SECRET, batchSize } });
  await untilConnected(world, () => caller.endpoints.get({ retailerId, endpointId: id }));
}

/** A retailer with a store that has the product. @param url of its webhook; none: it has no webhook */
async function oneStore(world: World, url?: string): Promise<StoreIds> {
  const { retailerId, storeIds } = await world.newShop(1, url === undefined ? undefined : () => url);
  const ids = { retailerId, storeId: storeIds[0] ?? "" };
  const body = [{ barcode: BARCODE, title: "Mug", price: 9.99, quantity: 3 }];
  await world.caller.inventory.patchStock({ ...ids, body });
  return ids;
}

/** A hide in all stores of a retailer: each with a channel, or all with one endpoint, without and with batches. */
export async function endpoints(
  life: Lifetime,
  world: World,
  receivers: Receivers,
  { stores, rounds }: { stores: number; rounds: number },
): Promise<void> {
  const worker = await startService(life, world, "worker");
  const urlOf = (n: number) => `${receivers.origin}/204/${n}`;
  const shops: [string, StoreIds][] = [
    [`${stores} channels`, await oneStore(world, urlOf(0))],
    ["one endpoint", await oneStore(world)],
    ["one endpoint, batches of 100", await oneStore(world)],
  ];
  await untilSent(world);
  const [channels, single, batches] = shops.map(([, shop]) => shop) as [StoreIds, StoreIds, StoreIds];
  for (const shop of [single, batches]) await copyStore(world, shop, stores - 1, {});
  await copyStore(world, channels, stores - 1, { urlOf: (n) => urlOf(n + 1) });
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
  print(`A hide in ${stores} stores`, costs);
}

/** Waiting events of retailers with one store each, from the first call to the last: each with a channel, or all with one endpoint of the partner. */
export async function retailers(
  life: Lifetime,
  world: World,
  receivers: Receivers,
  { stores, rounds }: { stores: number; rounds: number },
): Promise<void> {
  const urlOf = (n: number) => `${receivers.origin}/204/${n}`;
  const other = await world.newPartner();
  const shops: [string, StoreIds[]][] = [
    [`${stores} channels`, await copyStore(world, await oneStore(world, urlOf(0)), stores, { urlOf, isApart: true })],
    ["one endpoint", await copyStore(world, other, stores, { isApart: true })],
  ];
  const { id: endpointId } = await other.caller.partnerEndpoints.create({
    body: { url: `${receivers.origin}/204/all`, secret: SECRET, batchSize: 1 },
  });
  const starter = await startService(life, world, "worker");
  await untilConnected(world, () => other.caller.partnerEndpoints.get({ endpointId }));
  await starter.child.end();

  const costs = new Map<string, Cost[]>(shops.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, copies] of shops) {
      for (const { retailerId, storeId } of copies) await append(world, { retailerId, storeIds: [] }, storeId, 1);
      const before = processorTime(world.postmaster);
      const reached = receivers.expect(stores);
      const worker = await startService(life, world, "worker");
      const last = await reached;
      await untilSent(world);
      const cpu = [processorTime(worker.pid), processorTime(world.postmaster) - before];
      await worker.child.end();
      const { calls, times } = await receivers.count();
      if (times.length !== stores) throw new Error(`${name}: ${times.length} of ${stores} events came`);
      const ms = last - Math.min(...times.map(([, at]) => at));
      costs.get(name)?.push({ ms, cpu, twice: calls - stores });
    }
  }
  print(`An event in each of ${stores} retailers`, costs);
}

function print(title: string, costs: Map<string, Cost[]>): void {
  const [base = []] = costs.values();
  console.log(`\n| ${title} | ms | ratio | CPU, ms: worker, PostgreSQL | twice |\n|---|---|---|---|---|`);
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
