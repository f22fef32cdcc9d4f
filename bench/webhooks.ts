/**
 * `npm run bench -- webhooks`: the cost of a delivery, the waits of healthy stores beside failing ones, and endpoints of all stores
 * beside channels of each. bench/WEBHOOKS.md has results. Options: `--rounds=3 --events=100000`, `--only=loops` (or shared, endpoints, retailers),
 * `--kinds=404,503,silent --bad=3,50` (failing stores of a shared receiver), `--stores=10000` (of an endpoint).
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Lifetime, live } from "../scripts/lifetime.ts";
import { machine, spread } from "./lib/numbers.ts";
import { processorTime } from "./lib/processes.ts";
import { startService } from "./lib/services.ts";
import { openWorld, reset, type World } from "./lib/world.ts";
import { endpoints, retailers } from "./webhooks/endpoints.ts";
import { append, untilSent } from "./webhooks/events.ts";
import { type Receivers, startReceivers } from "./webhooks/receivers.ts";
import { Shared, type Waits } from "./webhooks/shared.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    events: { type: "string", default: "100000" },
    kinds: { type: "string", default: "404,400,500,503,reset,silent" },
    bad: { type: "string", default: "1,3,10,50" },
    stores: { type: "string", default: "10000" },
    only: { type: "string", default: "" },
  },
});
const rounds = Number(given.rounds);
const events = Number(given.events);
const BATCH = 1_000;

/** The waiting events of `stores` stores, sent by one worker. */
async function deliver(life: Lifetime, world: World, receivers: Receivers, stores: number) {
  const shop = await world.newShop(stores, receivers.urlOf);
  const each = Math.ceil(events / stores);
  for (const storeId of shop.storeIds)
    for (let n = 0; n < each; n += BATCH) await append(world, shop, storeId, Math.min(BATCH, each - n));
  for (const sql of ["VACUUM ANALYZE", "CHECKPOINT"]) await world.db.query(sql);
  const pids = { postgres: world.postmaster, receiver: receivers.pid };
  const before = Object.values(pids).map(processorTime);
  const reached = receivers.expect(stores * each);
  const began = performance.timeOrigin + performance.now();
  const { child, pid } = await startService(life, world, "worker");
  const perSecond = (stores * each * 1e3) / ((await reached) - began);
  await untilSent(world, shop);
  const after = Object.values(pids).map(processorTime);
  const cpu = [processorTime(pid), ...after.map((value, n) => value - (before[n] ?? 0))];
  const { calls, times } = await receivers.count();
  if (times.length !== stores * each)
    throw new Error(`of ${stores * each} events ${times.length} came, in ${calls} calls`);
  await child.end();
  await reset(world, shop);
  return { perSecond, cost: cpu.map((ms) => (ms * 1e3) / (stores * each)), twice: calls - times.length };
}

async function loops(life: Lifetime, world: World, receivers: Receivers): Promise<void> {
  console.log(
    `\n| ${events} events, one worker, its start included | a second | CPU a delivery, µs: worker, PostgreSQL, receiver | twice |`,
  );
  console.log("|---|---|---|---|");
  for (const stores of [1, 1_000]) {
    const all: Awaited<ReturnType<typeof deliver>>[] = [];
    for (let round = 0; round < rounds; round++) all.push(await deliver(life, world, receivers, stores));
    const costs = [0, 1, 2].map((part) =>
      spread(
        all.map(({ cost }) => cost[part] ?? 0),
        1,
      ),
    );
    const rates = spread(
      all.map(({ perSecond }) => perSecond),
      0,
    );
    console.log(
      `| ${stores} endpoints | ${rates} | ${costs.join(", ")} | ${all.map(({ twice }) => twice).join(", ")} |`,
    );
  }
}

/** 100 stores of one origin, some of which fail. */
async function shared(life: Lifetime, world: World, receivers: Receivers): Promise<void> {
  const stores = await Shared.open(life, world, receivers);
  const failures = given.kinds.split(",").flatMap((kind) => given.bad.split(",").map((bad) => [kind, bad] as const));
  for (const isBurst of [false, true]) {
    console.log(
      `\n| Healthy stores, ${isBurst ? "in bursts" : "in trickles"} | p50 | p99, ms | maximum | load |\n|---|---|---|---|---|`,
    );
    for (const [kind, bad] of [["204", "0"] as const, ...failures]) {
      const all: Waits[] = [];
      for (let round = 0; round < rounds; round++) all.push(await stores.run(kind, Number(bad), isBurst));
      const cells = (["p50", "p99", "max"] as const).map((key) =>
        spread(
          all.map((one) => one[key]),
          0,
        ),
      );
      console.log(`| ${bad} get ${kind} | ${cells.join(" | ")} | ${loadavg()[0]?.toFixed(1)} |`);
    }
  }
  const { ms, first, events: got } = await stores.recover();
  console.log(
    `\nAll 100 stores down for 5 s: ${got} events, ${first} of them in the first quarter of a second, the last after ${ms.toFixed(0)} ms`,
  );
}

await live(async (life) => {
  const world = await openWorld(life);
  const receivers = await startReceivers(life);
  console.log(`${machine()}, ${world.version}`);
  if ("loops".includes(given.only)) await loops(life, world, receivers);
  if ("shared".includes(given.only)) await shared(life, world, receivers);
  const many = { stores: Number(given.stores), rounds };
  if ("endpoints".includes(given.only)) await endpoints(life, world, receivers, many);
  if ("retailers".includes(given.only)) await retailers(life, world, receivers, many);
});
