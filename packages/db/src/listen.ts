import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const AGAIN_MS = 1_000;

/** What a listener is told. */
export interface Hearing {
  /** From now on every notice is heard. */
  onUp: () => void;
  /** Something was sent with `pg_notify`. */
  onNotice: (payload: string) => void;
  /** Notices may be missed until `onUp`. */
  onDown: (error: Error | undefined) => void;
}

/**
 * Hears the notices of a channel, over a connection of its own that is made anew when it is lost.
 * @param channel a plain identifier
 * @returns ends it
 */
export function listen(url: string, channel: string, hearing: Hearing): () => Promise<void> {
  const closing = new AbortController();
  const { signal } = closing;
  let giveUp = (): void => undefined;
  signal.addEventListener("abort", () => giveUp());

  async function attend(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: "highstreet listening",
    });
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error | undefined>();
    client.on("error", lose).on("end", () => lose(undefined));
    client.on("notification", ({ payload }) => hearing.onNotice(payload ?? ""));
    giveUp = () => lose(undefined);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      hearing.onUp();
      hearing.onDown(await lost);
    } catch (error) {
      hearing.onDown(error instanceof Error ? error : new Error(String(error)));
    } finally {
      // It is given up either way.
      await client.end().catch(() => undefined);
    }
  }

  const ended = (async () => {
    while (!signal.aborted) {
      await attend();
      await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    closing.abort();
    await ended;
  };
}
