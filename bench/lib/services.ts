import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { WORKER } from "../../scripts/settings.ts";
import { type Child, has, isListening, start } from "./children.ts";
import type { World } from "./world.ts";

const RESULTS = join(import.meta.dirname, "../results");

interface Watched {
  watched: true;
  p99: number;
  max: number;
}

export interface Service {
  child: Child;
  pid: number;
  /** The address of the API; of REST only. */
  origin: string;
  /** The lateness of the event loop in ms since the last `watch`. */
  watch(): Promise<Watched>;
}

const scripts = { rest: ["apps/rest/src/main.ts"], worker: WORKER, sftp: ["apps/sftp/src/main.ts"] };

/** Starts a process of Highstreet over the database of `world`. It ends with `life`, and logs to bench/results. */
export async function startService(
  life: Lifetime,
  { url, secretKey }: Pick<World, "url" | "secretKey">,
  kind: keyof typeof scripts,
  env: Record<string, string> = {},
): Promise<Service> {
  mkdirSync(RESULTS, { recursive: true });
  const child = start({
    args: ["--import", join(import.meta.dirname, "watch.ts"), ...scripts[kind]],
    env: {
      DATABASE_URL: url,
      HIGHSTREET_SECRET_KEY: secretKey,
      HIGHSTREET_RATE_LIMIT: "1000000000",
      HIGHSTREET_REST_PORT: "0",
      HIGHSTREET_METRICS_PORT: "0",
      HIGHSTREET_LOG_LEVEL: "warn",
      HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1",
      ...env,
    },
    log: join(RESULTS, `${kind}.log`),
  });
  life.onEnd(child.end);
  const { port } = await child.message(isListening);
  return {
    child,
    pid: child.pid,
    origin: `http://127.0.0.1:${port}/v1`,
    watch() {
      const answer = child.message(has<Watched>("watched"));
      child.process.send("watch");
      return answer;
    },
  };
}
