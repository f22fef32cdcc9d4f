import { PgBoss } from "pg-boss";
import { counter } from "./counter.ts";
import type { Peer } from "./peer.ts";
import type { Payload } from "./sender.ts";

const QUEUE = "webhooks";

/** Works in batches. Fetches again at once after a full batch, and fetches the next batch while one is sent. */
export async function pgBoss(database: string): Promise<Peer> {
  const boss = new PgBoss({ connectionString: database, max: 10 });
  boss.on("error", (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE);
  return {
    enqueue: async (payloads) => {
      await boss.insert(
        QUEUE,
        payloads.map((data) => ({ data })),
      );
    },
    work: async (send) => {
      const options = { batchSize: 500, localConcurrency: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 };
      await boss.work<Payload>(QUEUE, options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => send(data)));
      });
    },
    open: counter(database, "SELECT count(*) AS open FROM pgboss.job WHERE state < 'completed'"),
  };
}
