import type { Settings } from "@highstreet/router";
import { literalAddress, mayConnect } from "@highstreet/router/webhooks/index.ts";
import { Pool } from "undici";
import { AnswerReader, type CallResult } from "./answer-reader.ts";
import { guardedLookup } from "./guarded-lookup.ts";

/** contract §6, Tries: for connection, headers and body together. */
const DEADLINE_MS = 10_000;
/** Origins whose connections are kept. */
const MOST_POOLS = 500;

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Asked where the request is about to be written: false, and it never is. */
  mayStart: () => boolean;
}

export interface RunningCall {
  result: Promise<CallResult>;
  /** Cuts the connection. */
  abort: () => void;
}

/** Makes calls over one pool of connections an origin. Redirects are not followed: they are bad answers. */
export class Sender {
  readonly #settings: Settings;
  readonly #deadlineMs: number;
  readonly #pools = new Map<string, Pool>();

  constructor(settings: Settings, deadlineMs = DEADLINE_MS) {
    this.#settings = settings;
    this.#deadlineMs = deadlineMs;
  }

  send(call: Call): RunningCall {
    const url = new URL(call.url);
    const reader = new AnswerReader(call.mayStart, this.#deadlineMs);
    const literal = literalAddress(url);
    if (literal && !mayConnect(url.protocol, literal, this.#settings)) {
      reader.fail(`${literal} is an address that may not be called`);
    } else if (url.protocol === "http:" && !this.#settings.allowLocalWebhooks) {
      reader.fail("only https may be called");
    } else {
      this.#pool(url).dispatch(
        { path: url.pathname + url.search, method: "POST", headers: call.headers, body: call.body },
        reader,
      );
    }
    return { result: reader.result, abort: () => reader.abort() };
  }

  /** Ends all connections; calls under way fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  #pool(url: URL): Pool {
    let pool = this.#pools.get(url.origin);
    this.#pools.delete(url.origin);
    pool ??= new Pool(url.origin, {
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: this.#deadlineMs, lookup: guardedLookup(url.protocol, this.#settings) },
    });
    // Maps keep the order of insertion: the first is the one used longest ago.
    this.#pools.set(url.origin, pool);
    if (this.#pools.size > MOST_POOLS) this.#evict();
    return pool;
  }

  #evict(): void {
    for (const [origin, pool] of this.#pools) {
      if (pool.stats.size) continue;
      this.#pools.delete(origin);
      // Nothing runs on it: there is nothing that could fail.
      pool.destroy().catch(() => undefined);
      return;
    }
  }
}
