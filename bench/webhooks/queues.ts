import pg from "pg";
import { WORKER } from "../../scripts/settings.ts";
import { start } from "../lib/children.ts";
import { forget } from "./backlog.ts";
import { type Arena, measure, startWorkers, untilSent, verify } from "./contest.ts";
import { append } from "./enqueue.ts";
import type { PeerDone, PeerJob } from "./peers/peer.ts";
import { SECRET } from "./world.ts";

export interface Queued {
  /** Deliveries a second after enqueueing, and with enqueueing. */
  perSecond: number;
  withEnqueueing: number;
  /** Bytes of the write-ahead log per delivery, without enqueueing. For BullMQ: of Redis's append-only file. */
  wal: number;
}

/** Events per transaction. */
const BATCH = 1_000;

const says =
  <Message>(key: string) =>
  (message: unknown): message is Message =>
    key in Object(message);

/** A job queue with its own database on the same server, or with its own server. */
export async function runQueue(arena: Arena, name: string, events: number): Promise<Queued> {
  const { world, receivers } = arena;
  await world.db.query("DROP DATABASE IF EXISTS peer WITH (FORCE)");
  await world.db.query("CREATE DATABASE peer");
  const database = new URL(world.url);
  database.pathname = "/peer";
  const child = start({ args: [...WORKER.slice(0, -1), "bench/webhooks/peers/peer.ts", name] });
  try {
    await child.message(says<object>("started"));
    const job: PeerJob = {
      ...{ database: database.href, url: receivers.urlOf(0), secret: SECRET, connections: 32, events },
    };
    child.process.send(job);
    const { enqueued } = await child.message(says<{ enqueued: number }>("enqueued"));
    await tidy(database.href);
    const reached = receivers.expect(events);
    const done = child.message(says<PeerDone>("done"));
    const measured = await measure(arena, { senders: [child], events }, async () => {
      child.process.send("go");
      await reached;
      return (await done).ms;
    });
    await verify(arena, events, name);
    const { ms, logged } = await done;
    const wal = logged === undefined ? measured.wal : logged / events;
    return { perSecond: measured.perSecond, wal, withEnqueueing: (events / (enqueued + ms)) * 1e3 };
  } finally {
    await child.end();
  }
}

async function tidy(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
  await client.end();
}

/** Highstreet measured in the same way. Its queue is the log. */
export async function runLog(arena: Arena, events: number): Promise<Queued> {
  const { world, receivers } = arena;
  const shop = await world.newShop(1, receivers.urlOf);
  const began = performance.now();
  for (let n = 0; n < events; n += BATCH) await append(world, shop, Math.min(BATCH, events - n));
  const enqueued = performance.now() - began;
  await tidy(world.url);
  // The store waits until all events are appended. Otherwise the workers would start at once.
  await world.db.query("UPDATE delivery_work SET hold_until = 'infinity' WHERE retailer_id = $1", [shop.retailerId]);
  const senders = await startWorkers(arena, 1);
  try {
    const reached = receivers.expect(events);
    const measured = await measure(arena, { senders, events }, async () => {
      const from = performance.now();
      await world.db.query("UPDATE delivery_work SET hold_until = NULL WHERE retailer_id = $1", [shop.retailerId]);
      await reached;
      await untilSent(world, shop);
      return performance.now() - from;
    });
    await verify(arena, events, "Highstreet");
    return { ...measured, withEnqueueing: (events * 1e3) / (enqueued + (events / measured.perSecond) * 1e3) };
  } finally {
    for (const sender of senders) await sender.end();
    await forget(world, shop);
  }
}
