import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { startProgram } from "../../lib/program.ts";
import type { Peer } from "./peer.ts";
import type { Payload } from "./sender.ts";

const QUEUE = "webhooks";
const JOB = "webhook";
const IS_OPEN = ["wait", "active", "delayed"] as const;

/** Settings from its page on production. Rewriting the log is off during the measurement. */
const settings = {
  ...{ appendonly: "yes", appendfsync: "everysec", "maxmemory-policy": "noeviction" },
  ...{ save: "", "auto-aof-rewrite-percentage": "0" },
};

/**
 * Runs on its own Redis. A finished job fetches the next one in the same call, without batches. There are several times more
 * concurrent jobs than connections, so neither waits for the other.
 */
export async function bullMq(_database: string, connections: number): Promise<Peer> {
  const { port } = await startProgram("redis-server", ({ folder, port }) => {
    const all = { ...settings, dir: folder, bind: "127.0.0.1", port: String(port) };
    return Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  });
  const connection = new Redis({ host: "127.0.0.1", port, maxRetriesPerRequest: null });
  const queue = new Queue<Payload>(QUEUE, {
    connection,
    // Retries as pg-boss does by default.
    defaultJobOptions: { attempts: 3, removeOnComplete: true },
  });
  await queue.waitUntilReady();
  return {
    enqueue: async (payloads) => {
      await queue.addBulk(payloads.map((data) => ({ name: JOB, data })));
    },
    work: async (send) => {
      const worker = new Worker<Payload>(QUEUE, ({ data }) => send(data), {
        connection,
        autorun: false,
        concurrency: 4 * connections,
      });
      worker.on("error", (error) => console.error(error));
      await worker.waitUntilReady();
      void worker.run();
    },
    open: async () => {
      const counts = await queue.getJobCounts(...IS_OPEN);
      return IS_OPEN.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
    },
    logged: async () => {
      const info = await connection.info("persistence");
      const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1]);
      return field("aof_current_size") + field("aof_buffer_length");
    },
  };
}
