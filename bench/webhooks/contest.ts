import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WORKER } from "../../scripts/settings.ts";
import { type Child, start } from "../lib/children.ts";
import { processorTime } from "../lib/processor-time.ts";
import { forget, isOpen, wakeStores } from "./backlog.ts";
import type { BareDone, BareJob } from "./bare.ts";
import type { Receivers } from "./receivers.ts";
import { SECRET, type Shop, type World } from "./world.ts";

export interface Arena {
  world: World;
  receivers: Receivers;
  /** Folder for logs and profiles. */
  folder: string;
  /** Node's options for the workers. */
  nodeOptions: string[];
}

export interface Measured {
  perSecond: number;
  /** Bytes of the write-ahead log per delivery; NaN for the bare loop. */
  wal: number;
  /** Microseconds of processor time per delivery. */
  cost: { sender: number; postgres: number; receiver: number };
}

const is =
  <Message>(key: string) =>
  (message: unknown): message is Message =>
    key in Object(message);

/** Measures `work`, which delivers `events` and returns its duration in ms. */
export async function measure(
  { world, receivers }: Arena,
  { senders, events }: { senders: Child[]; events: number },
  work: () => Promise<number>,
): Promise<Measured> {
  const lsn = async () => {
    const sql = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal";
    return Number((await world.db.query<{ wal: string }>(sql))[0]?.wal);
  };
  const taken = () => ({
    sender: senders.reduce((sum, { pid }) => sum + processorTime(pid), 0),
    postgres: processorTime(world.postmaster),
    receiver: processorTime(receivers.pid),
  });
  const [walBefore, before] = [await lsn(), taken()];
  const ms = await work();
  const [after, walAfter] = [taken(), await lsn()];
  const cost = (key: keyof typeof before) => ((after[key] - before[key]) / events) * 1e3;
  return {
    perSecond: (events / ms) * 1e3,
    wal: (walAfter - walBefore) / events,
    cost: { sender: cost("sender"), postgres: cost("postgres"), receiver: cost("receiver") },
  };
}

/**
 * Checks that every event arrived. An event may arrive twice after a lost lease, which happens to a worker without a processor for
 * 1.5 s.
 * @throws if an event is missing
 */
export async function verify({ receivers }: Arena, events: number, who: string): Promise<void> {
  const { calls, distinct } = await receivers.count();
  if (calls > events) console.log(`  ${who}: ${calls - events} calls were made twice`);
  if (distinct === events) return;
  throw new Error(`${who}: of ${events} events ${distinct} came, in ${calls} calls`);
}

/** What workers need. */
type WorkersOf = Pick<Arena, "folder" | "nodeOptions"> & { world: Pick<World, "url" | "secretKey"> };

export async function startWorkers({ world, folder, nodeOptions }: WorkersOf, count: number): Promise<Child[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const worker = start({
        args: [...nodeOptions, ...WORKER],
        env: {
          ...{ DATABASE_URL: world.url, HIGHSTREET_SECRET_KEY: world.secretKey },
          ...{ HIGHSTREET_METRICS_PORT: "0", HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1", HIGHSTREET_LOG_LEVEL: "warn" },
        },
        log: join(folder, "worker.log"),
      });
      await worker.message(is<{ ready: true }>("ready"));
      return worker;
    }),
  );
}

/** Waits until every attempt is recorded and the leases have ended. */
export async function untilSent(world: World, shop: Shop): Promise<void> {
  while (await isOpen(world, shop)) await delay(50);
}

/** Runs the workers of Highstreet on a filled log. */
export async function runOurs(arena: Arena, shop: Shop, events: number, workers: number): Promise<Measured> {
  const { world, receivers } = arena;
  const senders = await startWorkers(arena, workers);
  try {
    const reached = receivers.expect(events);
    const measured = await measure(arena, { senders, events }, async () => {
      const began = performance.now();
      await wakeStores(world, shop);
      await reached;
      await untilSent(world, shop);
      return performance.now() - began;
    });
    await verify(arena, events, "Highstreet");
    await verifyLog(world, shop, events);
    return measured;
  } finally {
    for (const sender of senders) await sender.end();
    await forget(world, shop);
  }
}

const delivered = `
  SELECT count(*) AS attempts, count(DISTINCT (a.store_id, one.sequence)) AS events
  FROM delivery_attempt a CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences) AS one (sequence)
  WHERE a.retailer_id = $1 AND a.outcome = 'delivered' AND a.status = 204`;

async function verifyLog({ db }: World, { retailerId }: Shop, events: number): Promise<void> {
  const [row] = await db.query<{ attempts: number; events: number }>(delivered, [retailerId]);
  if (row?.attempts === events && row.events === events) return;
  throw new Error(`Highstreet: of ${events} events the log has ${row?.events}, with ${row?.attempts} attempts`);
}

/** Runs bare loops that share the events of a log. */
export async function runBare(arena: Arena, shop: Shop, events: number, loops: number): Promise<Measured> {
  const { world, receivers } = arena;
  const senders = Array.from({ length: loops }, () =>
    start({ args: [...WORKER.slice(0, -1), "bench/webhooks/bare.ts"] }),
  );
  try {
    await Promise.all(
      senders.map(async (loop, n) => {
        await loop.message(is<{ started: true }>("started"));
        const storeIds = shop.storeIds.filter((_, index) => index % loops === n);
        const job: BareJob = {
          ...{ url: shop.urls[n] ?? "", database: world.url, retailerId: shop.retailerId, storeIds },
          ...{ secret: SECRET, connections: 32 },
        };
        loop.process.send(job);
        await loop.message(is<{ ready: true }>("ready"));
      }),
    );
    const reached = receivers.expect(events);
    const measured = await measure(arena, { senders, events }, async () => {
      const began = performance.now();
      const done = senders.map((loop) => loop.message(is<BareDone>("done")));
      for (const loop of senders) loop.process.send("go");
      await Promise.all(done);
      // All calls are answered. A receiver can count them later.
      const ms = performance.now() - began;
      await reached;
      return ms;
    });
    await verify(arena, events, "bare");
    return { ...measured, wal: Number.NaN };
  } finally {
    for (const sender of senders) await sender.end();
  }
}
