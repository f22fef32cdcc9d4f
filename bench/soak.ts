/**
 * `npm run soak`: runs two REST processes, two workers, a console and PostgreSQL at 70 % of their limit. Some processes restart, and
 * some endpoints are dead. At the end the script checks the whole. docs/reliability.md explains the lines. Options: `--minutes=60`
 * (default 10).
 */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { StartError } from "../packages/db/src/start-error.ts";
import { Children } from "../scripts/children.ts";
import { buildConsole } from "../scripts/console.ts";
import { type Lifetime, live } from "../scripts/lifetime.ts";
import { machine } from "./lib/numbers.ts";
import { openWorld } from "./lib/world.ts";
import { Fleet } from "./soak/fleet.ts";
import { growthSince, Memory, readTables } from "./soak/growth.ts";
import { Load, measureLimit } from "./soak/load.ts";
import { mixOf } from "./soak/mix.ts";
import { Receivers } from "./soak/receivers.ts";
import { Report } from "./soak/report.ts";
import { deadEndpoints, openShops, recover, Streams, signInAll, untilSent } from "./soak/shops.ts";

const { values: given } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(given.minutes);
if (!(minutes > 0)) throw new StartError("--minutes is a number above 0");

/** The load, as a share of the limit. */
const LOAD = 0.7;
const LOGS = join(import.meta.dirname, "results/soak");

/** Time for all but the load: the build of the console, the limit, the end of the deliveries and the checks. */
const AROUND_MS = 15 * 60_000;

/** Restarts a process in the middle of each minute, until the signal. */
async function restartEachMinute(fleet: Fleet, signal: AbortSignal): Promise<void> {
  const first = performance.now() + Math.min(30_000, minutes * 30_000);
  for (let due = first; ; due += 60_000) {
    const isOver = await delay(Math.max(0, due - performance.now()), false, { signal }).catch(() => true);
    if (isOver) return;
    const began = performance.now();
    console.log(`  ${await fleet.restartNext()}, ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
}

await live(async (life: Lifetime) => {
  // A soak that a signal ends has proven nothing.
  life.exitCode = 1;
  const late = () => {
    console.error("The soak takes too long.");
    life.fail();
  };
  setTimeout(late, minutes * 60_000 + AROUND_MS).unref();
  await buildConsole(new Children(life, { NEXT_TELEMETRY_DISABLED: "1" }));
  const receivers = await Receivers.start((end) => life.onEnd(end));
  const world = await openWorld(life);
  const shops = await openShops(world, receivers);
  const fleet = await Fleet.start(life, { url: world.url, secretKey: world.secretKey, folder: LOGS });
  const mix = mixOf(shops, fleet.consoleUrl);
  const load = new Load(fleet, mix);
  console.log(`${machine()}, ${world.version}`);

  await signInAll(shops, mix, fleet.consoleUrl);
  for (const store of shops.stores) await load.send("feeds", mix.feed(store));
  await untilSent(shops);
  const limit = await measureLimit(load, shops, minutes);
  const perSecond = limit * LOAD;
  console.log(
    `The limit is ${limit.toFixed(0)} calls a second. The load is ${perSecond.toFixed(0)}, for ${minutes} minutes.`,
  );

  const memory = new Memory();
  const streams = new Streams();
  const over = new AbortController();
  const ending = AbortSignal.any([over.signal, life.signal]);
  const before = await readTables(world.db);
  const eventsBefore = receivers.accepted;
  receivers.die(deadEndpoints(shops));
  const watching = [
    memory.watch(fleet.longLived, world.postmaster, ending),
    restartEachMinute(fleet, ending),
    streams.follow(shops.people, fleet.consoleUrl, ending),
  ];
  await load.steady(perSecond, minutes, life.signal);
  over.abort();
  await Promise.all(watching);
  const during = receivers.accepted - eventsBefore;
  await untilSent(shops, deadEndpoints(shops));
  receivers.revive();
  await recover(shops, fleet.restOrigin);
  await untilSent(shops);

  const report = new Report();
  const growth = await growthSince(world.db, before);
  report.calls(load, fleet, streams);
  report.times(load, minutes);
  report.memory(memory, minutes);
  report.disk(growth, minutes);
  await report.deliveries(shops, receivers, fleet.restOrigin, during / (minutes * 60));
  if (report.print()) life.exitCode = 0;
});
