import { Pool } from "undici";
import type { Settings } from "../kernel/context.ts";
import { AnswerReader, type CallResult } from "./answer-reader.ts";
import { whyNotCalled } from "./check-address.ts";
import { guardedConnector } from "./guarded-connector.ts";

/** contract §6, Tries: for connection, headers and body together. */
const DEADLINE_MS = 10_000;
/** What is packed is not unpacked: an answer is kept as it came. */
const PLAIN = { "accept-encoding": "identity" };
/** Of an answer, with its headers and what a body is wrapped in. */
const MOST_BYTES = 96 * 1_024;
/** Origins whose connections are kept. */
const MOST_POOLS = 500;
/** URLs of which is kept what they say. */
const MOST_TARGETS = 2_000;

/** What a URL says. */
interface Target {
  protocol: string;
  origin: string;
  path: string;
  /** Why it may not be called; undefined: it may. */
  refusal: string | undefined;
}

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
  /** By origin; those not used for longest come first. */
  readonly #pools = new Map<string, Pool>();
  readonly #targets = new Map<string, Target>();

  constructor(settings: Settings, deadlineMs = DEADLINE_MS) {
    this.#settings = settings;
    this.#deadlineMs = deadlineMs;
  }

  send(call: Call): RunningCall {
    const target = this.#targets.get(call.url) ?? this.#aim(call.url);
    const reader = new AnswerReader(call.mayStart, this.#deadlineMs);
    if (target.refusal !== undefined) {
      reader.fail(target.refusal);
    } else {
      const headers = { ...call.headers, ...PLAIN };
      this.#pool(target).dispatch({ path: target.path, method: "POST", headers, body: call.body }, reader);
    }
    return { result: reader.result, abort: () => reader.abort() };
  }

  /** Ends all connections; calls under way fail. */
  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
    this.#pools.clear();
  }

  #aim(text: string): Target {
    const url = new URL(text);
    const { protocol, origin, pathname, search } = url;
    const target = { protocol, origin, path: pathname + search, refusal: whyNotCalled(url, this.#settings) };
    if (this.#targets.size >= MOST_TARGETS) this.#targets.clear();
    this.#targets.set(text, target);
    return target;
  }

  #pool({ protocol, origin }: Target): Pool {
    const pool = this.#pools.get(origin) ?? this.#open(protocol, origin);
    this.#pools.delete(origin);
    this.#pools.set(origin, pool);
    return pool;
  }

  #open(protocol: string, origin: string): Pool {
    if (this.#pools.size >= MOST_POOLS) this.#evict();
    return new Pool(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: guardedConnector(protocol, this.#settings, { timeoutMs: this.#deadlineMs, mostBytes: MOST_BYTES }),
    });
  }

  /** Ends the pool that was not used for longest, of those on which nothing runs. */
  #evict(): void {
    for (const [origin, pool] of this.#pools) {
      if (pool.stats.size) continue;
      this.#pools.delete(origin);
      // There is nothing that could fail.
      pool.destroy().catch(() => undefined);
      return;
    }
  }
}
