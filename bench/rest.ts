/**
 * `npm run bench -- rest`: the rate, the times and the processor time of a read of one product and of hide/show with its event.
 * Checks that each edit made one event and one history entry. Options: `--rounds=7 --seconds=3 --connections=16`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { live } from "../scripts/lifetime.ts";
import { machine, quantile, spread } from "./lib/numbers.ts";
import { processorTime } from "./lib/processes.ts";
import { startService } from "./lib/services.ts";
import { openWorld, pieces, type StoreIds } from "./lib/world.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "16" },
  },
});
const [rounds, connections] = [Number(given.rounds), Number(given.connections)];
const WARM_UP_MS = 1_000;
const ITEMS = 1_000;

interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  /** Microseconds of processor time a call. */
  server: number;
  postgres: number;
}

const counts = `
  SELECT (SELECT count(*)::int FROM store_event WHERE action = 'inventory.update') AS events,
         (SELECT count(*)::int FROM history_entry WHERE action LIKE 'customization.%') AS entries`;

await live(async (life) => {
  const world = await openWorld(life);
  const barcodes = Array.from({ length: ITEMS }, (_, n) => String(5_012_345_600_000 + n));
  // No two connections use the same store.
  const stores: StoreIds[] = [];
  for (let n = 0; n < connections; n++) {
    const store = await world.newStore();
    const lines = barcodes.map((barcode, line) => `${barcode},${line % 90}.99,${10 + line},"Mug ${barcode}, 350 ml"`);
    const feed = pieces(`SKU,Price,Quantity,Title\n${lines.join("\n")}\n`);
    await world.caller.inventory.putStock({ ...store, mode: "replace", feed });
    stores.push(store);
  }
  await world.db.query("VACUUM ANALYZE");
  const service = await startService(life, world, "rest", { HIGHSTREET_LOG_LEVEL: "info" });
  const pool = new Pool(new URL(service.origin).origin, { connections, pipelining: 1 });
  life.onEnd(() => pool.close());
  const headers = { authorization: `Bearer ${world.key}`, "content-type": "application/json" };
  const made = new Map<string, number>();

  async function send(kind: keyof typeof kinds, store: StoreIds, barcode: string): Promise<void> {
    const path = `/v1/retailers/${store.retailerId}/stores/${store.storeId}/inventory/${barcode}`;
    const { statusCode, body } = await pool.request({ path, headers, ...kinds[kind](path) });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${kind} of ${path} was answered by ${statusCode}`);
  }
  const kinds = {
    read: () => ({ method: "GET" as const }),
    "hide/show": (path: string) => {
      const count = made.get(path) ?? 0;
      made.set(path, count + 1);
      return { method: "PATCH" as const, body: JSON.stringify({ hidden: count % 2 === 0 }) };
    },
  };

  async function measure(kind: keyof typeof kinds): Promise<Measured> {
    const times: number[] = [];
    let isOver = false;
    const loops = stores.map(async (store) => {
      for (let n = 0; !isOver; n++) {
        const began = performance.now();
        await send(kind, store, barcodes[n % ITEMS] ?? "");
        times.push(performance.now() - began);
      }
    });
    await delay(WARM_UP_MS);
    times.length = 0;
    const taken = () => [processorTime(service.pid), processorTime(world.postmaster), performance.now()] as const;
    const before = taken();
    await delay(Number(given.seconds) * 1_000);
    const after = taken();
    const calls = times.length;
    isOver = true;
    await Promise.all(loops);
    const [server, postgres, ms] = after.map((value, n) => value - (before[n] ?? 0)) as [number, number, number];
    return {
      perSecond: (calls * 1e3) / ms,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      server: (server * 1e3) / calls,
      postgres: (postgres * 1e3) / calls,
    };
  }

  const [before] = await world.db.query<{ events: number; entries: number }>(counts);
  console.log(`${machine()}, ${world.version}`);
  console.log("\n| median (min–max) | calls a second | p50 / p99, ms | CPU a call: server + PostgreSQL, µs |");
  console.log("|---|---|---|---|");
  for (const kind of ["read", "hide/show"] as const) {
    const all: Measured[] = [];
    for (let round = 0; round < rounds; round++) all.push(await measure(kind));
    const of = (key: keyof Measured, digits = 0) =>
      spread(
        all.map((one) => one[key]),
        digits,
      );
    console.log(
      `| ${kind} | ${of("perSecond")} | ${of("p50", 1)} / ${of("p99", 1)} | ${of("server")} + ${of("postgres")} |`,
    );
  }
  const [after] = await world.db.query<{ events: number; entries: number }>(counts);
  const edits = [...made.values()].reduce((sum, count) => sum + count, 0);
  for (const key of ["events", "entries"] as const)
    if ((after?.[key] ?? 0) - (before?.[key] ?? 0) !== edits) throw new Error(`${edits} edits made other ${key}`);
});
