/**
 * `npm run bench -- scale`: measures what grows with the number of stores. bench/SCALE.md explains the measurement. Options:
 * `--stores=100000 --few=1000 --chain=10000 --rounds=5 --seconds=60`, `--only=chain` (or idle, calls).
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { Lifetime, live } from "../scripts/lifetime.ts";
import { spread } from "./lib/statistics.ts";
import { openScaled } from "./scale/arena.ts";
import { type Cost, measureCalls } from "./scale/calls.ts";
import { runChain } from "./scale/chain.ts";
import { type Idle, measureIdle } from "./scale/idle.ts";

const { values: given } = parseArgs({
  options: {
    stores: { type: "string", default: "100000" },
    few: { type: "string", default: "1000" },
    chain: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "60" },
    only: { type: "string", default: "" },
  },
});
const [stores, few, chain, rounds] = [given.stores, given.few, given.chain, given.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
const isAsked = (part: string) => part.includes(given.only);
const verdict = (isMet: boolean) => (isMet ? "met" : "missed");
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

/** Runs a part with its own database, which ends with the part. */
async function within(whole: Lifetime, work: (life: Lifetime) => Promise<void>): Promise<void> {
  const life = new Lifetime();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await life.close();
    isOpen = false;
  };
  whole.onEnd(close);
  await work(life);
  await close();
}

/** One product of a chain is hidden and shown in turn. */
async function ofChain(whole: Lifetime): Promise<void> {
  await within(whole, async (life) => {
    const arena = await openScaled(life, few, chain);
    console.log(arena.version);
    const told = await runChain(arena, chain, rounds);
    const row = (name: string, of: (one: (typeof told)[number]) => number, digits = 2) =>
      console.log(`| ${name} | ${spread(told.map(of), digits)} |`);
    console.log(
      `\n| a product hidden in ${chain} stores of one retailer, ${rounds} rounds (${load()}) | median (min–max) |\n|---|---|`,
    );
    row("answer of the call, s", ({ answered }) => answered);
    row("half of the stores told, s", ({ half }) => half);
    row("all stores told, s; goal ≤ 5", ({ last }) => last);
    row("processor time for each store: worker, µs", ({ cost }) => cost.worker, 0);
    row("PostgreSQL, µs", ({ cost }) => cost.postgres, 0);
    row("receiver, µs", ({ cost }) => cost.receiver, 0);
  });
}

/** The same measurements with few and with many stores. */
async function both(whole: Lifetime): Promise<void> {
  const idle: Idle[] = [];
  const calls: Record<string, Cost>[] = [];
  for (const count of [few, stores]) {
    await within(whole, async (life) => {
      const arena = await openScaled(life, count);
      if (isAsked("calls")) calls.push(await measureCalls(arena));
      if (isAsked("idle")) idle.push(await measureIdle(arena, Number(given.seconds)));
    });
  }
  const [one, other] = idle;
  if (one && other) {
    console.log(`\n| an idle worker (${load()}) | ${few} stores | ${stores} stores | goal | |\n|---|---|---|---|---|`);
    console.log(
      `| worker, % of a core | ${one.worker.toFixed(2)} | ${other.worker.toFixed(2)} | ≤ 2 | ${verdict(other.worker <= 2)} |`,
    );
    console.log(`| PostgreSQL, % of a core | ${one.postgres.toFixed(2)} | ${other.postgres.toFixed(2)} | | |`);
    console.log(`| transactions a second | ${one.transactions.toFixed(0)} | ${other.transactions.toFixed(0)} | | |`);
    console.log(`| blocks read a second | ${one.blocks.toFixed(0)} | ${other.blocks.toFixed(0)} | | |`);
    const opened = ({ sessions }: Idle) => (60 * sessions).toFixed(0);
    console.log(`| new connections a minute | ${opened(one)} | ${opened(other)} | | |`);
  }
  const [small, large] = calls;
  if (!small || !large) return;
  console.log(
    `\n| (${load()}) | ${few} stores: ms, blocks | ${stores} stores: ms, blocks, bytes | ratio of times |\n|---|---|---|---|`,
  );
  for (const [name, { ms, blocks, bytes }] of Object.entries(large)) {
    const before = small[name] ?? { ms: Number.NaN, blocks: Number.NaN };
    const cells = [
      `${before.ms.toFixed(1)}, ${before.blocks}`,
      `${ms.toFixed(1)}, ${blocks}, ${bytes}`,
      (ms / before.ms).toFixed(2),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
await live(async (life) => {
  if (isAsked("chain")) await ofChain(life);
  if (isAsked("idle") || isAsked("calls")) await both(life);
});
