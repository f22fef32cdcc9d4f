import type { Socket } from "node:net";
import pg from "pg";

/** How often connections are looked at. */
const LOOK_MS = 2_000;
/** After so long without a byte of the answer, whether the server still works on it is asked. */
const SILENCE_MS = 4_000;
/** For that question. */
const ANSWER_MS = 3_000;

const working = `SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1) AND state = 'active'`;

interface Silence {
  bytesRead: number;
  since: number;
}

/** What `pg` knows of a connection, beyond its types. */
interface Inner {
  /** Nothing is asked. */
  readyForQuery: boolean;
  processID: number;
}

const bytesOf = (client: pg.PoolClient): number => (client.connection.stream as Socket).bytesRead;

/** Which of these processes of the server are at work; undefined: it cannot be reached. */
async function askServer(url: string, pids: number[]): Promise<ReadonlySet<number> | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: "highstreet watching",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(working, [pids]);
    return new Set(rows.map(({ pid }) => pid));
  } catch (error) {
    // A server that refuses lives, and what it works on may go on.
    const isRefusal = error instanceof pg.DatabaseError;
    return isRefusal ? new Set(pids) : undefined;
  } finally {
    client.end().catch(() => undefined);
    client.connection.stream.destroy();
  }
}

/**
 * Ends connections whose other end is gone without a word, as when a cable is cut or a firewall forgets them: a statement on one
 * would wait for a quarter of an hour. One on which nothing comes is not one that is lost (a statement may take long, or wait for
 * a lock): over another connection the server is asked whether it is at work on it. Found out within 15 s.
 * @returns ends it
 */
export function watchConnections(pool: pg.Pool, url: string): () => void {
  const silences = new Map<pg.PoolClient, Silence>();
  let isLooking = false;
  let lookedAt = performance.now();

  /** Those that have long waited for an answer. */
  function silent(): pg.PoolClient[] {
    const now = performance.now();
    return [...silences].flatMap(([client, silence]) => {
      const bytesRead = bytesOf(client);
      const isIdle = (client as unknown as Inner).readyForQuery;
      if (isIdle || bytesRead !== silence.bytesRead) silences.set(client, { bytesRead, since: now });
      return !isIdle && now - silence.since >= SILENCE_MS ? [client] : [];
    });
  }

  /** A process that was not let run has read nothing: the silence is its own, and counts from now. */
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
    const pidOf = (client: pg.PoolClient) => (client as unknown as Inner).processID;
    const atWork = await askServer(url, suspects.map(pidOf));
    const stillSilent = new Set(silent());
    for (const client of suspects) {
      if (!stillSilent.has(client) || atWork?.has(pidOf(client))) continue;
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
