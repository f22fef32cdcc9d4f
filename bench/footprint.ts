/**
 * `npm run bench -- footprint`: the time until each process is ready, its memory when idle, and the size of an installation.
 * bench/FOOTPRINT.md explains the measurement. Needs a built console (`npm run build`).
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { applyMigrations } from "../packages/db/src/migrate.ts";
import { startScratch } from "../packages/db/src/scratch.ts";
import { live } from "../scripts/lifetime.ts";
import { WORKER } from "../scripts/settings.ts";
import { isListening, start } from "./lib/children.ts";
import { isMemory, memoryOf } from "./lib/module-memory.ts";
import { parentOf } from "./lib/processor-time.ts";
import { spread } from "./lib/statistics.ts";

const ROOT = join(import.meta.dirname, "..");
const STARTS = 3;
const IDLE_MS = 20_000;
const programs = { rest: ["apps/rest/src/main.ts"], worker: WORKER, console: ["apps/console/src/main.ts"] };

/** Modules in the order of loading. A package that two of them load counts at the first. */
const parts = {
  "Prisma and pg": "packages/db/src/index.ts",
  "zod, undici and the shop systems": "packages/connectors/src/index.ts",
  "logs and metrics": "packages/telemetry/src/index.ts",
  "the rest of the router": "packages/router/src/index.ts",
  "REST: the page of the reference (Scalar)": "apps/rest/src/docs/serve-docs.ts",
  "REST: Fastify and the calls": "apps/rest/src/server.ts",
  "worker: jobs": "apps/worker/src/run-jobs.ts",
  "console: better-auth": "packages/router/src/features/staff/internal/auth.ts",
};

/** Size of a folder or file on the disk in MB. */
const sizeOf = (path: string): number =>
  Number(
    execFileSync("du", ["-sk", path], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .split("\t")[0],
  ) / 1_024;

/** The packages of node_modules, the largest first. A scope counts as one. */
function packages(): { name: string; size: number }[] {
  const modules = join(ROOT, "node_modules");
  return readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .map((name) => ({ name, size: sizeOf(join(modules, name)) }))
    .sort((a, b) => b.size - a.size);
}

await live(async (life) => {
  const postgres = await startScratch();
  life.onEnd(postgres.stop);
  await applyMigrations(postgres.url);
  const env = {
    ...{
      DATABASE_URL: postgres.url,
      HIGHSTREET_SECRET_KEY: randomBytes(32).toString("base64"),
      NODE_ENV: "production",
    },
    ...{
      HIGHSTREET_REST_PORT: "0",
      HIGHSTREET_CONSOLE_PORT: "0",
      HIGHSTREET_METRICS_PORT: "0",
      HIGHSTREET_LOG_LEVEL: "warn",
      HIGHSTREET_PUBLIC_URL: "http://localhost:4000",
      HIGHSTREET_CONSOLE_URL: "http://localhost:3000",
    },
  };
  async function ready(args: string[]) {
    const began = performance.now();
    const child = start({ args, env });
    life.onEnd(child.end);
    await child.message(isListening);
    return { child, seconds: (performance.now() - began) / 1_000 };
  }
  const rows: string[] = [];
  const running: { name: string; pid: number }[] = [];
  for (const [name, args] of Object.entries(programs)) {
    const times: number[] = [];
    for (let n = 1; n <= STARTS; n++) {
      const { child, seconds } = await ready(args);
      times.push(seconds);
      if (n < STARTS) await child.end();
      else running.push({ name, pid: child.pid });
    }
    rows.push(`| ${name} | ${spread(times, 1)} |`);
  }
  await delay(IDLE_MS);
  const loading = start({ args: ["--expose-gc", "bench/lib/module-memory.ts", ...Object.values(parts)] });
  life.onEnd(loading.end);
  const loaded = (await loading.message(isMemory)).memory;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows: found } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const own = found[0]?.pid ?? 0;
  const postmaster = parentOf(own);
  const servers = [
    postmaster,
    ...readdirSync("/proc")
      .map(Number)
      .filter((pid) => pid && pid !== own && parentOf(pid) === postmaster),
  ];
  const memory = running.map(({ name, pid }) => ({ name, size: memoryOf(pid) }));
  memory.push({
    name: `PostgreSQL, ${servers.length} processes`,
    size: servers.map(memoryOf).reduce((sum, one) => sum + one),
  });
  await client.end();
  console.log(`\n| | ready after, s: median of ${STARTS} (min–max) |\n|---|---|\n${rows.join("\n")}`);
  console.log("\n| idle | MB |\n|---|---|");
  for (const { name, size } of memory) console.log(`| ${name} | ${size.toFixed(0)} |`);
  console.log(`| all | ${memory.reduce((sum, { size }) => sum + size, 0).toFixed(0)} |`);
  console.log("\n| loaded | MB |\n|---|---|");
  for (const [n, name] of ["Node, with its share of the program", ...Object.keys(parts)].entries()) {
    console.log(`| ${name} | ${loaded[n]?.toFixed(0)} |`);
  }
  console.log("\n| of node_modules | MB |\n|---|---|");
  for (const { name, size } of packages().slice(0, 20)) console.log(`| ${name} | ${size.toFixed(0)} |`);
  console.log(`| all | ${sizeOf(join(ROOT, "node_modules")).toFixed(0)} |`);
});
