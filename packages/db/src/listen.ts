import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const AGAIN_MS = 1_000;
/** A connection that is idle looks like one whose other end is gone: it is asked so often, and has so long to answer. */
const ASK_EACH_MS = 5_000;
const ANSWER_MS = 5_000;

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
      query_timeout: ANSWER_MS,
      application_name: "highstreet listening",
    });
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error | undefined>();
    client.on("error", lose).on("end", () => lose(undefined));
    client.on("notification", ({ payload }) => hearing.onNotice(payload ?? ""));
    giveUp = () => lose(undefined);
    const asking = setInterval(() => {
      client.query("SELECT").catch(lose);
    }, ASK_EACH_MS);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      hearing.onUp();
      hearing.onDown(await lost);
    } catch (error) {
      hearing.onDown(error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearInterval(asking);
      // It is given up either way; one that answers nothing would not answer this.
      await Promise.race([client.end().catch(() => undefined), delay(ANSWER_MS, undefined, { ref: false })]);
      client.connection.stream.destroy();
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
