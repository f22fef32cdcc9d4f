import { join } from "node:path";
import pg from "pg";
import { startScratch } from "../../packages/db/src/scratch.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { type Child, isListening, type Program, start } from "../lib/children.ts";
import { parentOf } from "../lib/processor-time.ts";
import { makeWorld, type World } from "./world.ts";

export interface Server {
  origin: string;
  pid: number;
  end: () => Promise<void>;
}

/** One PostgreSQL with two equal databases, and the servers on them. */
export interface Arena {
  world: World;
  /** Connection string of the server. */
  url: string;
  postgresVersion: string;
  postmaster: number;
  /** Headers for calls to Highstreet. */
  headers: Record<string, string>;
  /**
   * The REST service itself.
   * @param nodeOptions for example for a profile
   */
  startOurs: (nodeOptions?: string[]) => Promise<Server>;
  startBare: () => Promise<Server>;
  ours: pg.Pool;
  bare: pg.Pool;
  /** Sets whether commits of later servers wait for the disk. Default: they wait. */
  setDurable: (waits: boolean) => Promise<void>;
}

/** The settings of `npm start`, with counted statements for a profile. */
const likeStart = (profile: boolean): Record<string, string> => ({
  ...{ fsync: "on", synchronous_commit: "on", full_page_writes: "on" },
  ...{ shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track": profile ? "top" : "none" },
});

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Creates the arena, which ends with `life`.
 * @param folder for the log of the service
 * @param profile counts statements, which costs a little
 */
export async function openArena(life: Lifetime, folder: string, profile: boolean): Promise<Arena> {
  const postgres = await startScratch(likeStart(profile));
  life.onEnd(postgres.stop);
  const [oursUrl, bareUrl] = [postgres.url, urlOf(postgres.url, "bare")];
  const world = await makeWorld(oursUrl);
  const admin = poolOf(life, urlOf(postgres.url, "postgres"));
  await admin.query("CREATE DATABASE bare TEMPLATE highstreet");
  const { rows } = await admin.query("SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version");

  async function serve(program: Program): Promise<Server> {
    const child: Child = start(program);
    life.onEnd(child.end);
    const { port } = await child.message(isListening);
    return { origin: `http://127.0.0.1:${port}`, pid: child.pid, end: child.end };
  }

  return {
    world,
    url: urlOf(postgres.url, "postgres"),
    postgresVersion: `PostgreSQL ${rows[0].version}`,
    postmaster: parentOf(rows[0].pid),
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
    startOurs: (nodeOptions = []) =>
      serve({
        args: [...nodeOptions, "apps/rest/src/main.ts"],
        env: {
          ...{ DATABASE_URL: oursUrl, HIGHSTREET_SECRET_KEY: world.secretKey },
          ...{
            HIGHSTREET_REST_PORT: "0",
            HIGHSTREET_METRICS_PORT: "0",
            HIGHSTREET_PUBLIC_URL: "http://localhost:4000",
          },
          // Counted, but too high to reach.
          HIGHSTREET_RATE_LIMIT: "1000000000",
        },
        log: join(folder, "rest.log"),
      }),
    startBare: () => serve({ args: ["bench/rest/bare.ts"], env: { DATABASE_URL: bareUrl } }),
    ours: poolOf(life, oursUrl),
    bare: poolOf(life, bareUrl),
    setDurable: async (waits) => {
      for (const name of ["highstreet", "bare"]) {
        await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = ${waits ? "on" : "off"}`);
      }
    },
  };
}

function poolOf(life: Lifetime, url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined);
  life.onEnd(() => pool.end());
  return pool;
}
