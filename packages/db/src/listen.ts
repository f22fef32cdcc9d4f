import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const AGAIN_MS = 1_000;
/** Pause between check queries on an idle connection, which otherwise looks like a dead one. */
const ASK_EACH_MS = 5_000;
const ANSWER_MS = 5_000;

/** The functions of a listener. */
export interface ListenHandlers {
  /** Notices arrive from now on. */
  onUp: () => void;
  /** A notice was sent with `pg_notify`. */
  onNotice: (payload: string) => void;
  /** Notices can be lost until the next `onUp`. */
  onDown: (error: Error | undefined) => void;
}

/**
 * Listens to a channel over its own connection, and reconnects after a loss.
 * @param channel a plain identifier
 * @returns stops listening
 */
export function listen(url: string, channel: string, handlers: ListenHandlers): () => Promise<void> {
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
    client.on("notification", ({ payload }) => handlers.onNotice(payload ?? ""));
    giveUp = () => lose(undefined);
    const asking = setInterval(() => {
      client.query("SELECT").catch(lose);
    }, ASK_EACH_MS);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      handlers.onUp();
      handlers.onDown(await lost);
    } catch (error) {
      handlers.onDown(error instanceof Error ? error : new Error(String(error)));
    } finally {
      clearInterval(asking);
      // The connection is dropped in any case. A dead connection would not answer.
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
