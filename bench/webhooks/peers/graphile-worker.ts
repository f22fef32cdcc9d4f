import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { counter } from "./counter.ts";
import type { Peer } from "./peer.ts";
import type { Payload } from "./sender.ts";

const TASK = "webhook";
const logger = new Logger(() => () => undefined);

/** Configured by its page on performance: fetches and completes many jobs at once. */
export async function graphileWorker(database: string, connections: number): Promise<Peer> {
  const utils = await makeWorkerUtils({ connectionString: database, logger });
  await utils.migrate();
  return {
    enqueue: async (payloads) => {
      await utils.addJobs(payloads.map((payload) => ({ identifier: TASK, payload })));
    },
    work: async (send) => {
      await run({
        connectionString: database,
        logger,
        noHandleSignals: true,
        taskList: { [TASK]: (payload) => send(payload as Payload) },
        preset: {
          worker: {
            concurrentJobs: connections,
            maxPoolSize: 10,
            localQueue: { size: 500 },
            completeJobBatchDelay: 20,
            failJobBatchDelay: 20,
          },
        },
      });
    },
    open: counter(database, "SELECT count(*) AS open FROM graphile_worker._private_jobs"),
  };
}
