/**
 * `npm run bench -- webhooks`: compares the delivery of signed events with a bare loop and with job queues that use the same
 * sender. bench/WEBHOOKS.md explains the measurement. Options: `--rounds=5 --events=300000`, `--only=loops` (or queues, latency,
 * fairness, dead), `--dead=10000` (stores of one dead receiver). `--profile` writes profiles of the workers. `--receiver=nginx`
 * uses the machine's nginx instead of our receiver.
 */
import { mkdirSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { StartError } from "../packages/db/src/start-error.ts";
import { live } from "../scripts/lifetime.ts";
import { install } from "./lib/install.ts";
import { findProgram } from "./lib/program.ts";
import { median, spread } from "./lib/statistics.ts";
import { type Silence, startSilence } from "./webhooks/ailing.ts";
import { fillLog } from "./webhooks/backlog.ts";
import { type Arena, type Measured, runBare, runOurs } from "./webhooks/contest.ts";
import { type Fairness, runFairness } from "./webhooks/fairness.ts";
import { type Latency, runLatency } from "./webhooks/latency.ts";
import { type Queued, runLog, runQueue } from "./webhooks/queues.ts";
import { startReceivers } from "./webhooks/receivers.ts";
import { openWorld } from "./webhooks/world.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    events: { type: "string", default: "300000" },
    dead: { type: "string", default: "10000" },
    only: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
    receiver: { type: "string", default: "ours" },
  },
});
const rounds = Number(given.rounds);
const events = Number(given.events);

/** The script of the requested receivers. */
function receiver(): "receiver.ts" | "nginx.ts" {
  if (given.receiver === "ours") return "receiver.ts";
  if (given.receiver !== "nginx") throw new StartError(`--receiver is ours or nginx, not ${given.receiver}`);
  if (!findProgram("nginx")) throw new StartError("--receiver=nginx: there is no nginx on the PATH");
  return "nginx.ts";
}

/** Runs the contenders by turns, every second round in reverse order. */
async function inTurn<T>(
  runs: Record<string, () => Promise<T>>,
  say: (one: T) => string,
): Promise<(name: string, of: (one: T) => number) => number[]> {
  const results = new Map<string, T[]>();
  const names = Object.keys(runs);
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 ? names.toReversed() : names) {
      const one = await runs[name]?.();
      if (one === undefined) continue;
      results.set(name, [...(results.get(name) ?? []), one]);
      console.log(`  round ${round + 1}, ${name}: ${say(one)} (load ${loadavg()[0]?.toFixed(1)})`);
    }
  }
  return (name, of) => (results.get(name) ?? []).map(of);
}

/** The ratio of each round. */
const ratios = (ours: number[], theirs: number[]): string =>
  spread(ours.map((one, n) => one / (theirs[n] ?? Number.NaN)));
const rate = (one: { perSecond: number }) => one.perSecond;
const cpu = ({ cost }: Measured) => cost.sender;

async function loops(arena: Arena): Promise<number> {
  const { world, receivers } = arena;
  const on = (stores: number, run: typeof runOurs, processes: number) => async () => {
    const shop = await world.newShop(stores, receivers.urlOf);
    await fillLog(world, shop, events / stores);
    return run(arena, shop, events, processes);
  };
  const of = await inTurn<Measured>(
    {
      ...{ bare: on(1, runBare, 1), one: on(1, runOurs, 1), thousand: on(1_000, runOurs, 1) },
      ...{ "two bare": on(2, runBare, 2), two: on(8, runOurs, 2) },
    },
    ({ perSecond, cost, wal }) =>
      `${perSecond.toFixed(0)}/s, ${cost.sender.toFixed(1)} + ${cost.postgres.toFixed(1)} + ${cost.receiver.toFixed(1)} µs, WAL ${wal.toFixed(0)} B`,
  );
  const compare = (ours: string, theirs: string) =>
    `${ratios(of(ours, rate), of(theirs, rate))} | ${ratios(of(theirs, cpu), of(ours, cpu))}`;
  console.log(`
| | goal | median of ${rounds} rounds (min–max) | by processor time of the senders |
|---|---|---|---|
| one worker ÷ one bare loop | ≥ 0.75, by processor time | ${compare("one", "bare")} |
| two workers ÷ two bare loops | ≥ 0.55 | ${compare("two", "two bare")} |
| 1,000 endpoints ÷ one | ≥ 0.7 | ${compare("thousand", "one")} |
| WAL a delivery, bytes | ≤ 150 | ${spread(
    of("one", ({ wal }) => wal),
    0,
  )} | |

| | deliveries a second | CPU a delivery, µs: sender + PostgreSQL + receiver |
|---|---|---|`);
  for (const name of ["bare", "one", "thousand", "two bare", "two"]) {
    const cost = (["sender", "postgres", "receiver"] as const).map((who) =>
      median(of(name, (one) => one.cost[who])).toFixed(1),
    );
    console.log(`| ${name} | ${spread(of(name, rate), 0)} | ${cost.join(" + ")} |`);
  }
  return median(of("one", rate));
}

function hasRedis(): boolean {
  if (findProgram("redis-server")) return true;
  console.log("  BullMQ is not measured: it needs Redis, and there is no redis-server on the PATH");
  return false;
}

async function queues(arena: Arena): Promise<void> {
  install(join(import.meta.dirname, "webhooks/peers"));
  // Fewer events, because the queues would take an hour for a minute's work of the workers.
  const fewer = Math.ceil(events / 5);
  const peers = ["pg-boss", "graphile-worker", "BullMQ"].filter((name) => name !== "BullMQ" || hasRedis());
  const of = await inTurn<Queued>(
    {
      Highstreet: () => runLog(arena, fewer),
      ...Object.fromEntries(peers.map((name) => [name, () => runQueue(arena, name, fewer)])),
    },
    ({ perSecond, withEnqueueing, wal }) =>
      `${perSecond.toFixed(0)}/s, ${withEnqueueing.toFixed(0)}/s with enqueueing, log ${wal.toFixed(0)} B`,
  );
  const total = (one: Queued) => one.withEnqueueing;
  console.log(
    "\n| | a second | Highstreet ÷ it | with enqueueing | Highstreet ÷ it | WAL (BullMQ: AOF), bytes |\n|---|---|---|---|---|---|",
  );
  for (const name of ["Highstreet", ...peers]) {
    const cells = [rate, total].flatMap((what) => [
      spread(of(name, what), 0),
      ratios(of("Highstreet", what), of(name, what)),
    ]);
    console.log(`| ${name} | ${cells.join(" | ")} | ${median(of(name, ({ wal }) => wal)).toFixed(0)} |`);
  }
}

async function latency(arena: Arena, perSecond: number): Promise<void> {
  const { world, receivers } = arena;
  const run = async () => runLatency(arena, await world.newShop(1, receivers.urlOf), perSecond / 2, 10);
  const of = await inTurn<Latency>(
    { latency: run },
    (one) => `${one.perSecond.toFixed(0)}/s, p50 ${one.p50.toFixed(1)} ms, p99 ${one.p99.toFixed(1)} ms`,
  );
  console.log(`
| commit → received, at ${median(of("latency", rate)).toFixed(0)} events a second | goal | median of ${rounds} rounds (min–max), ms |
|---|---|---|
| p50 | ≤ 10 | ${spread(
    of("latency", (one) => one.p50),
    1,
  )} |
| p99 | ≤ 50 | ${spread(
    of("latency", (one) => one.p99),
    1,
  )} |`);
}

async function fairness(arena: Arena, silence: Silence): Promise<void> {
  const dead = { stores: 1, events: 100_000, urlOf: () => silence.url };
  const nameless = { stores: 100, events: 1_000, urlOf: (n: number) => `https://shop-${n}.example.com/hooks` };
  const of = await inTurn<Fairness>(
    {
      alone: () => runFairness(arena, silence),
      "a dead endpoint": () => runFairness(arena, silence, dead),
      "100 silent DNS hosts": () => runFairness(arena, silence, nameless),
    },
    ({ perSecond, p99 }) => `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms`,
  );
  const p99 = (one: Fairness) => one.p99;
  console.log(
    "\n| 99 healthy stores and | a second | ÷ alone (≥ 0.95) | p99, ms | ÷ alone (≤ 1.2) |\n|---|---|---|---|---|",
  );
  for (const name of ["alone", "a dead endpoint", "100 silent DNS hosts"]) {
    const cells = [spread(of(name, rate), 0), ratios(of(name, rate), of("alone", rate))];
    console.log(
      `| ${name} | ${[...cells, spread(of(name, p99), 1), ratios(of(name, p99), of("alone", p99))].join(" | ")} |`,
    );
  }
}

/** Healthy stores and a chain of stores with one dead receiver, with ten events each. */
async function deadReceiver(arena: Arena, silence: Silence): Promise<void> {
  const stores = Number(given.dead);
  const urls: Record<string, string | undefined> = {
    alone: undefined,
    ...{ refused: silence.refused, "answers 500": silence.failing, hangs: silence.url },
    "silent DNS": "https://chain.example.com/hooks/stock",
  };
  const runs = [1, 3].flatMap((workers) =>
    Object.entries(urls).map(([kind, url]) => {
      const ailing = url === undefined ? undefined : { stores, events: 10, urlOf: () => url };
      return [`${kind}, ${workers}`, () => runFairness(arena, silence, ailing, { workers, backlog: 100 })] as const;
    }),
  );
  const of = await inTurn<Fairness>(Object.fromEntries(runs), ({ p99 }) => `p99 ${p99.toFixed(1)} ms`);
  const p99 = (one: Fairness) => one.p99;
  console.log(
    `\n| 99 healthy stores and ${stores} of one dead receiver, workers | p99, ms | ÷ alone (≤ 1.2) |\n|---|---|---|`,
  );
  for (const [name] of runs) {
    const alone = of(`alone, ${name.split(", ")[1]}`, p99);
    console.log(`| ${name} | ${spread(of(name, p99), 1)} | ${ratios(of(name, p99), alone)} |`);
  }
}

await live(async (life) => {
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const world = await openWorld(life);
  const receivers = await startReceivers(life, receiver());
  const nodeOptions = given.profile ? ["--cpu-prof", `--cpu-prof-dir=${join(folder, "profile-worker")}`] : [];
  const arena: Arena = { world, receivers, folder, nodeOptions };
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${world.version}`,
  );
  const isAsked = (table: string) => table.includes(given.only);
  const perSecond = isAsked("loops") ? await loops(arena) : 10_000;
  if (isAsked("latency")) await latency(arena, perSecond);
  if (isAsked("fairness")) await fairness(arena, await startSilence(life));
  if (isAsked("dead")) await deadReceiver(arena, await startSilence(life));
  if (isAsked("queues")) await queues(arena);
});
