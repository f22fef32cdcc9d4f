import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Sql } from "./sql.ts";

const RECONNECT_AFTER_MS = 1_000;
/** Pause between two proofs. Also, an idle connection otherwise looks like a dead one. */
const PROOF_INTERVAL_MS = 5_000;
const ANSWER_MS = 5_000;

export interface ListenPath {
  /** All notices are sent through them. */
  sql: Sql;
  /** The address of PostgreSQL itself, because a pooler does not pass on notices. */
  url: string;
}

export interface ListenHandlers {
  /** Notices arrive from now on. */
  onUp: () => void;
  onNotice: (payload: string) => void;
  /** Notices can be lost until the next `onUp`. Called once for each reason. */
  onDown: (error: Error | undefined) => void;
}

const deaf = (): Error =>
  new Error(
    "no notices arrive from the database: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, without a pooler",
  );

/**
 * Listens to a channel over its own connection, and reconnects after a loss. The listener is up while the notices that it sends to
 * itself arrive.
 * @param channel a plain identifier
 * @returns stops listening
 */
export function listen({ sql, url }: ListenPath, channel: string, handlers: ListenHandlers): () => Promise<void> {
  const closing = new AbortController();
  const { signal } = closing;
  const ownChannel = `highstreet_self_${randomUUID().replaceAll("-", "")}`;
  let giveUp = (): void => undefined;
  signal.addEventListener("abort", () => giveUp());
  let reason: string | undefined;

  function up(): void {
    reason = undefined;
    handlers.onUp();
  }

  function down(error: Error | undefined): void {
    const next = error?.message ?? "";
    if (reason !== next) handlers.onDown(error);
    reason = next;
  }

  async function attend(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      query_timeout: ANSWER_MS,
      application_name: `highstreet listening ${channel}`,
    });
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error | undefined>();
    let hear = (): void => undefined;
    client.on("error", lose).on("end", () => lose(undefined));
    client.on("notification", ({ channel: from, payload = "" }) => {
      if (from === ownChannel) hear();
      else handlers.onNotice(payload);
    });
    giveUp = () => lose(undefined);

    /** @throws if the notice cannot be sent. @returns whether the listener hears the notice that it sends to itself */
    async function hears(): Promise<boolean> {
      const { promise: heard, resolve } = Promise.withResolvers<true>();
      hear = () => resolve(true);
      await sql.query("SELECT pg_notify($1, '')", [ownChannel]);
      return Promise.race([heard, delay(ANSWER_MS, false, { ref: false })]);
    }

    async function proveAgain(): Promise<void> {
      await client.query("SELECT");
      // If the pool is busy, the notice cannot be sent, which proves nothing.
      if (!(await hears().catch(() => true))) throw deaf();
    }

    const isOver = lost.then(() => true);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}; LISTEN ${ownChannel}`);
      if (!(await Promise.race([hears(), isOver]))) throw deaf();
      up();
      while (!(await Promise.race([isOver, delay(PROOF_INTERVAL_MS, false, { ref: false })]))) {
        await Promise.race([proveAgain(), isOver]);
      }
      down(await lost);
    } catch (error) {
      down(error instanceof Error ? error : new Error(String(error)));
    } finally {
      // The connection is dropped in any case. A dead connection would not answer.
      await Promise.race([client.end().catch(() => undefined), delay(ANSWER_MS, undefined, { ref: false })]);
      client.connection.stream.destroy();
    }
  }

  const ended = (async () => {
    while (!signal.aborted) {
      await attend();
      await delay(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return async () => {
    closing.abort();
    await ended;
  };
}

/** Minimum time between two notices to one channel. */
const PAUSE_MS = 10;

/**
 * Sends notices to listeners (`listen`), after commits only, because PostgreSQL commits transactions with NOTIFY one at a time. No
 * caller waits for a notice. A failed notice is dropped, because listeners also search from time to time.
 */
export class Notices {
  readonly #send: (channel: string) => Promise<unknown>;
  /** The pause of each channel. `isAsked`: a notice waits for the end of the pause. */
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isAsked: boolean }>();

  constructor(send: (channel: string) => Promise<unknown>) {
    this.#send = send;
  }

  notify(channel: string): void {
    const pause = this.#pauses.get(channel);
    if (pause) {
      pause.isAsked = true;
      return;
    }
    const timer = setTimeout(() => {
      const { isAsked } = this.#pauses.get(channel) ?? { isAsked: false };
      this.#pauses.delete(channel);
      if (isAsked) this.notify(channel);
    }, PAUSE_MS);
    timer.unref();
    this.#pauses.set(channel, { timer, isAsked: false });
    this.#send(channel).catch(() => undefined);
  }

  close(): void {
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
    this.#pauses.clear();
  }
}
