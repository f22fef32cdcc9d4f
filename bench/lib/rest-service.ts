import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Lifetime } from "../../scripts/lifetime.ts";
import type { World } from "../ingest/world.ts";
import { isListening, start } from "./children.ts";

const RESULTS = join(import.meta.dirname, "../results");

export interface Watched {
  watched: true;
  p99: number;
  max: number;
}

const isWatched = (message: unknown): message is Watched => "watched" in Object(message);

/**
 * Starts the REST service over the database of `world`. The service ends with `life` and logs to bench/results.
 * @returns the address of the API, the process, and `watch`: the lateness of the event loop in ms since the last `watch`
 */
export async function startRest(life: Lifetime, world: World, name: string) {
  mkdirSync(RESULTS, { recursive: true });
  const service = start({
    args: ["--import", join(import.meta.dirname, "../ingest/watch.ts"), "apps/rest/src/main.ts"],
    env: {
      ...{ DATABASE_URL: world.url, HIGHSTREET_SECRET_KEY: world.secretKey, HIGHSTREET_RATE_LIMIT: "1000000000" },
      ...{ HIGHSTREET_REST_PORT: "0", HIGHSTREET_METRICS_PORT: "0", HIGHSTREET_LOG_LEVEL: "warn" },
    },
    log: join(RESULTS, `${name}.log`),
  });
  life.onEnd(service.end);
  const { port } = await service.message(isListening);
  return {
    origin: `http://127.0.0.1:${port}/v1`,
    pid: service.pid,
    watch(): Promise<Watched> {
      const answer = service.message(isWatched);
      service.process.send("watch");
      return answer;
    },
  };
}
