/**
 * `npm run bench -- scale`: measures what could grow with the number of stores, in a world of `npm run world`. bench/SCALE.md has
 * results. Options: `--stores=100000 --chain=10000 --rounds=7 --seconds=60`, `--only=chain` (or idle).
 */
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createCaller } from "@highstreet/router";
import { Lifetime, live } from "../scripts/lifetime.ts";
import { machine, median, spread } from "./lib/numbers.ts";
import { processorTime } from "./lib/processes.ts";
import { startService } from "./lib/services.ts";
import { keyContext, openBase, SECRET } from "./lib/world.ts";
import { untilSent } from "./webhooks/events.ts";
import { startReceivers } from "./webhooks/receivers.ts";
import { makeWorld } from "./world/make-world.ts";

const { values: given } = parseArgs({
  options: {
    stores: { type: "string", default: "100000" },
    chain: { type: "string", default: "10000" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "60" },
    only: { type: "string", default: "" },
  },
});
/** Stores of other retailers beside the chain. */
const CHAIN_BESIDE = 1_000;
/** A new worker compiles its code and runs each job once. */
const SETTLE_MS = 20_000;

const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
type Scaled = Awaited<ReturnType<typeof openScaled>>;

/** A database with a generated world. @param storesOfOne stores of a chain, in addition to `stores` */
async function openScaled(life: Lifetime, stores: number, storesOfOne = 0) {
  const base = await openBase(life);
  const receivers = await startReceivers(life);
  const made = await makeWorld(base.system, {
    stores,
    storesOfOne,
    retailers: Math.ceil(stores / 50),
    webhooks: Math.ceil(stores / 10),
    items: 5,
    webhookUrl: receivers.urlOf(0),
  });
  const keyId = made.apiKey.slice("hs_".length, "hs_".length + 36);
  return { ...base, life, receivers, made, ctx: keyContext(base.system, made.partnerId, keyId) };
}

/** Runs a part with its own database, which ends with the part. */
async function within(whole: Lifetime, work: (life: Lifetime) => Promise<void>): Promise<void> {
  const life = new Lifetime();
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= life.close());
  whole.onEnd(close);
  try {
    await work(life);
  } finally {
    await close();
  }
}

/** Hides and shows one product in all stores of a chain, and measures when the receivers have the events. */
async function chain(arena: Scaled): Promise<void> {
  const stores = Number(given.chain);
  const caller = createCaller(arena.ctx);
  const retailerId = arena.made.retailers.at(-1) ?? "";
  const { pid } = await startService(arena.life, arena, "worker");
  const taken = () => [pid, arena.postmaster, arena.receivers.pid].map(processorTime);
  const rows: number[][] = [];
  for (let round = 0; round < Number(given.rounds); round++) {
    const reached = arena.receivers.expect(stores);
    const before = taken();
    const began = performance.timeOrigin + performance.now();
    await caller.customizations.edit({ retailerId, barcode: arena.made.barcode, body: { hidden: round % 2 === 0 } });
    const answered = performance.timeOrigin + performance.now();
    const last = await reached;
    await untilSent(arena);
    const cpu = taken().map((ms, n) => ((ms - (before[n] ?? 0)) * 1e3) / stores);
    const { calls, times } = await arena.receivers.count();
    if (times.length !== stores || calls !== stores) throw new Error(`${calls} calls with ${times.length} events`);
    const half = median(times.map(([, at]) => at));
    rows.push([...[answered, half, last].map((at) => (at - began) / 1e3), ...cpu]);
  }
  const names = [
    "answer of the call, s",
    "half of the stores told, s",
    "all stores told, s (≤ 5)",
    "processor time a store: worker, µs",
    "PostgreSQL, µs",
    "receiver, µs",
  ];
  console.log(`\n| one product hidden in ${stores} stores (${load()}) | median (min–max) |\n|---|---|`);
  for (const [n, name] of names.entries())
    console.log(`| ${name} | ${spread(rows.map((row) => row[n] ?? Number.NaN))} |`);
}

const counters =
  "SELECT xact_commit::float8 AS transactions, (blks_hit + blks_read)::float8 AS blocks, sessions::float8 FROM pg_stat_database WHERE datname = current_database()";

const writes =
  "SELECT sum(n_tup_ins)::int AS rows, pg_stat_force_next_flush() FROM pg_stat_user_tables WHERE relname ~ '^(delivery|webhook|store_event|channel)'";

/** The rows that an endpoint of all stores takes, until it is connected. */
async function addEndpoint({ db, ctx, receivers }: Scaled): Promise<number> {
  const written = async () => (await db.query<{ rows: number }>(writes))[0]?.rows ?? 0;
  const { partnerEndpoints } = createCaller(ctx);
  const before = await written();
  const body = { url: `${receivers.origin}/204/all`, secret: SECRET, batchSize: 1 };
  const { id: endpointId } = await partnerEndpoints.create({ body });
  while ((await partnerEndpoints.get({ endpointId })).status !== "connected") await delay(100);
  await delay(SETTLE_MS);
  return (await written()) - before;
}

/** The cost of a worker without work, with an endpoint of all stores. */
async function idle(arena: Scaled): Promise<void> {
  // In a new world the pictures of all retailers are due.
  await arena.db.query("UPDATE retailer SET pictures_due_at = now() + interval '1 day'");
  const { pid, child } = await startService(arena.life, arena, "worker");
  await delay(SETTLE_MS);
  const rows = await addEndpoint(arena);
  const taken = async () => {
    const [row] = await arena.db.query<{ transactions: number; blocks: number; sessions: number }>(counters);
    return { ...row, worker: processorTime(pid), postgres: processorTime(arena.postmaster), at: performance.now() };
  };
  const before = await taken();
  await delay(Number(given.seconds) * 1_000);
  const after = await taken();
  await child.end();
  const rate = (key: keyof typeof before) => ((after[key] ?? 0) - (before[key] ?? 0)) / (after.at - before.at);
  const shown = {
    "rows written for an endpoint of all stores": rows,
    "worker, % of a core (≤ 2.5)": (100 * rate("worker")).toFixed(2),
    "PostgreSQL, % of a core": (100 * rate("postgres")).toFixed(2),
    "transactions a second": (1e3 * rate("transactions")).toFixed(0),
    "blocks read a second": (1e3 * rate("blocks")).toFixed(0),
    "new connections a minute": (6e4 * rate("sessions")).toFixed(0),
  };
  console.log(`\n| an idle worker with ${given.stores} stores (${load()}) | |\n|---|---|`);
  for (const [name, value] of Object.entries(shown)) console.log(`| ${name} | ${value} |`);
}

console.log(machine());
await live(async (whole) => {
  if ("chain".includes(given.only))
    await within(whole, async (life) => chain(await openScaled(life, CHAIN_BESIDE, Number(given.chain))));
  if ("idle".includes(given.only))
    await within(whole, async (life) => idle(await openScaled(life, Number(given.stores))));
});
