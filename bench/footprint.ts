/**
 * `npm run bench -- footprint`: the time until each process is ready, its memory when idle, and the size of the packages.
 * bench/FOOTPRINT.md has results. Needs a built console (`npm run build`).
 */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { live } from "../scripts/lifetime.ts";
import { WORKER } from "../scripts/settings.ts";
import { isListening, start } from "./lib/children.ts";
import { spread } from "./lib/numbers.ts";
import { childrenOf, shareOf } from "./lib/processes.ts";
import { openBase } from "./lib/world.ts";

const STARTS = 3;
const IDLE_MS = 20_000;
const programs = { rest: ["apps/rest/src/main.ts"], worker: WORKER, console: ["apps/console/src/main.ts"] };
const MODULES = join(import.meta.dirname, "../node_modules");

/** Size of a folder on the disk in MB. */
const sizeOf = (path: string): number => Number(execFileSync("du", ["-sk", path]).toString().split("\t")[0]) / 1_024;

const printTable = (head: string, rows: { name: string; size: number }[], all: number): void => {
  const lines = [...rows, { name: "all", size: all }].map(({ name, size }) => `| ${name} | ${size.toFixed(0)} |`);
  console.log(`\n| ${head} | MB |\n|---|---|\n${lines.join("\n")}`);
};

await live(async (life) => {
  const { url, secretKey, postmaster } = await openBase(life);
  const env = {
    DATABASE_URL: url,
    HIGHSTREET_SECRET_KEY: secretKey,
    NODE_ENV: "production",
    HIGHSTREET_REST_PORT: "0",
    HIGHSTREET_CONSOLE_PORT: "0",
    HIGHSTREET_METRICS_PORT: "0",
    HIGHSTREET_LOG_LEVEL: "warn",
    HIGHSTREET_PUBLIC_URL: "http://localhost:4000",
    HIGHSTREET_CONSOLE_URL: "http://localhost:3000",
  };
  const running: { name: string; pid: number }[] = [];
  console.log(`| | ready after, s: median of ${STARTS} (min–max) |\n|---|---|`);
  for (const [name, args] of Object.entries(programs)) {
    const times: number[] = [];
    for (let n = 1; n <= STARTS; n++) {
      const began = performance.now();
      const child = start({ args, env });
      life.onEnd(child.end);
      await child.message(isListening);
      times.push((performance.now() - began) / 1_000);
      if (n < STARTS) await child.end();
      else running.push({ name, pid: child.pid });
    }
    console.log(`| ${name} | ${spread(times, 1)} |`);
  }
  await delay(IDLE_MS);
  const servers = [postmaster, ...childrenOf(postmaster)];
  const memory = running.map(({ name, pid }) => ({ name, size: shareOf(pid) }));
  const sum = (sizes: number[]) => sizes.reduce((total, one) => total + one, 0);
  memory.push({ name: `PostgreSQL, ${servers.length} processes`, size: sum(servers.map((pid) => shareOf(pid))) });
  printTable("idle", memory, sum(memory.map(({ size }) => size)));
  const packages = readdirSync(MODULES)
    .filter((name) => !name.startsWith("."))
    .map((name) => ({ name, size: sizeOf(join(MODULES, name)) }))
    .sort((a, b) => b.size - a.size);
  printTable("of node_modules", packages.slice(0, 20), sizeOf(MODULES));
});
