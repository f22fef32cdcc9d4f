import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** A role without rights sees only the user of other sessions. */
const blockersOf = `
  SELECT pid, COALESCE(NULLIF(application_name, ''), usename, 'a session') AS name, to_char(xact_start AT TIME ZONE 'UTC', 'HH24:MI:SS') AS since
  FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1)) ORDER BY xact_start LIMIT 3`;

interface Blocker {
  pid: number;
  name: string;
  since: string | null;
}

export interface Watched {
  url: string;
  /** The process of the session that can wait. */
  pid: number;
  everyMs: number;
  /** Gets the sessions that it waits for, in words. */
  onBlocked: (blockers: string) => void;
}

/** Runs `work` on the session `pid`. Meanwhile another connection asks who blocks this session: nobody can ask after the wait. */
export async function watched<T>(options: Watched, work: () => Promise<T>): Promise<T> {
  const ended = new AbortController();
  // Work that waits for nothing ends before the first question. A failed question must not fail the work.
  const watching = watch(options, ended.signal).catch(() => undefined);
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
  }
}

async function watch({ url, pid, everyMs, onBlocked }: Watched, signal: AbortSignal): Promise<void> {
  await delay(everyMs, undefined, { signal });
  const client = new pg.Client({
    connectionString: url,
    application_name: "highstreet watching",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    while (!signal.aborted) {
      const { rows } = await client.query<Blocker>(blockersOf, [pid]);
      if (rows.length && !signal.aborted) onBlocked(rows.map(inWords).join(", "));
      await delay(everyMs, undefined, { signal });
    }
  } finally {
    await client.end();
  }
}

const inWords = ({ pid, name, since }: Blocker): string =>
  `“${name}” (process ${pid}${since ? `, in a transaction since ${since} UTC` : ""})`;
