import { Pool } from "undici";
import { AnswerReader, type CallResult } from "./answer-reader.ts";
import { blockReason, type OutboundSettings } from "./check-address.ts";
import { guardedConnector } from "./guarded-connector.ts";

const DEADLINE_MS = 10_000;
/** Asks for a plain answer, because answers are not decompressed. */
const PLAIN = { "accept-encoding": "identity" };
/** Maximum size of a whole answer, with its headers and chunk framing. */
const MAX_BYTES = 96 * 1_024;
const MAX_POOLS = 500;

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Default: that of the sender. */
  deadlineMs?: number | undefined;
  /** Called just before the request is written. If false, nothing is written. */
  mayStart: () => boolean;
}

export interface RunningCall {
  result: Promise<CallResult>;
  abort: () => void;
}

/** Sends calls over one connection pool per origin. Does not follow redirects: they count as failures. */
export class Sender {
  readonly #settings: OutboundSettings;
  readonly #deadlineMs: number;
  /** By origin, the least recently used first. */
  readonly #pools = new Map<string, Pool>();

  constructor(settings: OutboundSettings, deadlineMs = DEADLINE_MS) {
    this.#settings = settings;
    this.#deadlineMs = deadlineMs;
  }

  send(call: Call): RunningCall {
    const url = new URL(call.url);
    const reader = new AnswerReader(call.mayStart, call.deadlineMs ?? this.#deadlineMs, url);
    const blocked = blockReason(url, this.#settings);
    if (blocked !== undefined) {
      reader.fail(blocked);
    } else {
      const headers = { ...call.headers, ...PLAIN };
      this.#pool(url).dispatch({ path: url.pathname + url.search, method: "POST", headers, body: call.body }, reader);
    }
    return { result: reader.result, abort: () => reader.fail("the call was cut off") };
  }

  /** Running calls fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  #pool({ protocol, origin }: URL): Pool {
    const pool = this.#pools.get(origin) ?? this.#open(protocol, origin);
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    return pool;
  }

  #open(protocol: string, origin: string): Pool {
    if (this.#pools.size >= MAX_POOLS) this.#evict();
    return new Pool(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: guardedConnector(protocol, this.#settings, { timeoutMs: this.#deadlineMs, mostBytes: MAX_BYTES }),
    });
  }

  #evict(): void {
    for (const [origin, pool] of this.#pools) {
      if (pool.stats.size) continue;
      this.#pools.delete(origin);
      // No call runs on this pool, so nothing can fail.
      pool.destroy().catch(() => undefined);
      return;
    }
  }
}
