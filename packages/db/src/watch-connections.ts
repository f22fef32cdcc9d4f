import type { Socket } from "node:net";
import pg from "pg";
import { labelOf } from "./pooled.ts";

/** Time between two checks of the connections. */
const LOOK_MS = 2_000;
/** After this time without a byte of an answer, the watcher asks the server whether the statement runs. */
const SILENCE_MS = 4_000;
/** Maximum time for that question. */
const ANSWER_MS = 3_000;

const working = `
  SELECT label FROM pg_stat_activity, unnest(ARRAY[pid::text, application_name]) AS label
  WHERE state = 'active' AND label = ANY ($1)`;

interface Silence {
  bytesRead: number;
  since: number;
}

/** Properties of a `pg` connection that its types leave out. */
interface Inner {
  /** No statement runs. */
  readyForQuery: boolean;
}

const bytesOf = (client: pg.PoolClient): number => (client.connection.stream as Socket).bytesRead;

/** Which of the connections (`labelOf`) run a statement on the server; undefined if the server is unreachable. */
async function askServer(url: string, labels: string[]): Promise<ReadonlySet<string> | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: "highstreet watching",
  });
  client.on("error", () => undefined);
  let isAnswered = false;
  try {
    await client.connect();
    isAnswered = true;
    const { rows } = await client.query<{ label: string }>(working, [labels]);
    return new Set(rows.map(({ label }) => label));
  } catch (error) {
    // A server that answers or refuses a connection is alive, so its statements may still run. In the queue of a pooler, this
    // question waits behind them.
    return isAnswered || error instanceof pg.DatabaseError ? new Set(labels) : undefined;
  } finally {
    client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }
}

/**
 * Ends connections that are dead without an error, for example after a cut cable or in a firewall that forgot them. Without this, a
 * statement would wait for a quarter of an hour. A long statement or a wait for a lock also looks silent, so the watcher asks the
 * server over another connection. Finds a dead connection within 15 s.
 * @returns stops watching
 */
export function watchConnections(pool: pg.Pool, url: string): () => void {
  const silences = new Map<pg.PoolClient, Silence>();
  let isLooking = false;
  let lookedAt = performance.now();

  /** Connections that have waited long for an answer. */
  function silent(): pg.PoolClient[] {
    const now = performance.now();
    return [...silences].flatMap(([client, silence]) => {
      const bytesRead = bytesOf(client);
      const isIdle = (client as unknown as Inner).readyForQuery;
      if (isIdle || bytesRead !== silence.bytesRead) silences.set(client, { bytesRead, since: now });
      return !isIdle && now - silence.since >= SILENCE_MS ? [client] : [];
    });
  }

  /** A process that was stopped has read nothing. Its silence then starts now. */
  function wasHeldUp(): boolean {
    const now = performance.now();
    const isLate = now - lookedAt > 2 * LOOK_MS;
    lookedAt = now;
    if (isLate) for (const silence of silences.values()) silence.since = now;
    return isLate;
  }

  async function look(): Promise<void> {
    const suspects = silent();
    if (!suspects.length) return;
    const atWork = await askServer(url, suspects.map(labelOf));
    const stillSilent = new Set(silent());
    for (const client of suspects) {
      if (!stillSilent.has(client) || atWork?.has(labelOf(client))) continue;
      const lost = new Error("the connection to the database is lost: nothing comes from it");
      client.connection.stream.destroy(Object.assign(lost, { code: "ETIMEDOUT" }));
    }
  }

  pool.on("connect", (client) => {
    silences.set(client, { bytesRead: bytesOf(client), since: performance.now() });
  });
  pool.on("remove", (client) => silences.delete(client));
  const timer = setInterval(() => {
    if (wasHeldUp() || isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
