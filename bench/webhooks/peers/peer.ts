/**
 * A job queue that delivers webhooks, in its own process. Enqueues the given events, and sends on `go`. `node peer.ts
 * pg-boss|graphile-worker|BullMQ`
 */
import { setTimeout as delay } from "node:timers/promises";
import { bullMq } from "./bullmq.ts";
import { graphileWorker } from "./graphile-worker.ts";
import { pgBoss } from "./pg-boss.ts";
import { type Payload, senderTo } from "./sender.ts";

export interface PeerJob {
  database: string;
  url: string;
  secret: string;
  connections: number;
  events: number;
}

export interface PeerDone {
  done: true;
  /** Time until every call was recorded as done. */
  ms: number;
  /** Bytes added to its own log; undefined if it wrote PostgreSQL's log. */
  logged?: number;
}

/** A queue on a database, without jobs. */
export interface Peer {
  enqueue(payloads: Payload[]): Promise<void>;
  work(send: (payload: Payload) => Promise<void>): Promise<void>;
  /** Number of calls that are not done and recorded. */
  open(): Promise<number>;
  /** Bytes of its own log, if there is one. */
  logged?(): Promise<number>;
}

/** Events per enqueue statement, which suits each queue best. */
const BATCH = 1_000;
const peers = { "pg-boss": pgBoss, "graphile-worker": graphileWorker, BullMQ: bullMq };
const name = process.argv[2] as keyof typeof peers;

const payload = (sequence: number): Payload => ({
  id: `evt_01a1fc81-e76f-7309-b2ce-9907efddb5fe_${sequence}`,
  sequence,
  body: `{"action":"inventory.update","data":{"id":"local:en:GB:${String(5e12 + sequence).padStart(18, "0")}","barcode":"${5e12 + sequence}","status":"in_stock","price":${(sequence % 90) + 9}.99,"currency":"GBP","condition":"new","createdAt":"2026-11-21T05:00:00.000Z","store":{"id":"01a1fc81-e76f-7309-b2ce-9907efddb5fe"}}}`,
});

let job: PeerJob;
let peer: Peer;

async function enqueue(): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < job.events; n += BATCH) {
    const count = Math.min(BATCH, job.events - n);
    await peer.enqueue(Array.from({ length: count }, (_, k) => payload(n + k + 1)));
  }
  return performance.now() - began;
}

async function deliver(): Promise<PeerDone> {
  const before = await peer.logged?.();
  const began = performance.now();
  await peer.work(senderTo(job.url, job.secret, job.connections));
  while ((await peer.open()) > 0) await delay(100);
  const ms = performance.now() - began;
  const after = await peer.logged?.();
  return { done: true, ms, logged: before === undefined || after === undefined ? undefined : after - before };
}

process.on("message", (message: PeerJob | "go") => {
  (async () => {
    if (message === "go") {
      process.send?.(await deliver());
      return;
    }
    job = message;
    peer = await peers[name](job.database, job.connections);
    process.send?.({ enqueued: await enqueue() });
  })().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.channel?.ref();
process.send?.({ started: true });
