import { setTimeout as delay } from "node:timers/promises";
import { Limit, WaitedTooLong } from "./limit.ts";
import { canSucceedLater, type Timeouts } from "./timeouts.ts";

/** A store, or without one a retailer as a whole. */
interface ShopScope {
  readonly retailerId: string;
  readonly storeId?: string | null | undefined;
  /** Separate data of the retailer, such as its products, with its own queue. */
  readonly part?: string;
}

/** The scope of a transaction. `"no shop"`: rows of a partner or of the system, outside of any retailer. */
export type TransactionScope = ShopScope | "no shop";

/** The size of a bulk transaction. Large ones have separate slots, so that they do not delay small ones. */
export type BulkSize = "small" | "large";

/** Maximum number of waiting calls of one partner in this process. More calls are refused at once. */
const MAX_WAITING = 1_000;
/** Pauses between the attempts of a transaction that waited for a lock: the first and the longest. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [20, 500];

export interface OpenerOptions {
  connections: number;
}

/** One use of a connection, with the keys for its queue and its share. */
export interface Use {
  /** The partner, or another name for counting connections; undefined: not counted. */
  share: string | undefined;
  /** The queue of the store or retailer; undefined for no queue. */
  queue?: string | undefined;
  bulk?: BulkSize | undefined;
}

/** The use of a transaction with this scope. Work without a known partner counts by its retailer. */
export function useOf(partnerId: string | undefined, scope: TransactionScope): Use {
  if (scope === "no shop") return { share: partnerId };
  const { retailerId, storeId, part } = scope;
  const share = partnerId ?? retailerId.toLowerCase();
  // A scope can come from a path before access is checked. The queue contains the partner, so no partner waits in another's queue.
  // Ids are UUIDs in any case: different spellings are the same queue.
  return { share, queue: `${share} ${retailerId} ${storeId ?? part ?? ""}`.toLowerCase() };
}

/**
 * Orders the waits before a connection is taken: first the queue of the store, then a bulk slot, then one of the partner's
 * connections. A waiting call holds no connection.
 */
export class Opener {
  readonly #queues = new Limit({ total: Number.POSITIVE_INFINITY, each: 1 });
  readonly #bulk: Record<BulkSize, Limit>;
  readonly #connections: Limit;
  readonly #waiting = new Map<string, number>();

  constructor({ connections }: OpenerOptions) {
    // A partner takes at most half of the connections and half of the bulk slots. Some connections stay free for work without a
    // partner, such as the look-up of a key.
    const total = connections > 4 ? connections - 2 : connections;
    this.#connections = new Limit({ total, each: Math.max(1, Math.floor(connections / 2)) });
    this.#bulk = { small: new Limit({ total: 4, each: 2 }), large: new Limit({ total: 2, each: 1 }) };
  }

  waiting(share: string): number {
    return this.#waiting.get(share) ?? 0;
  }

  get allWaiting(): number {
    return this.#waiting.values().reduce((sum, waiting) => sum + waiting, 0);
  }

  held(share: string): number {
    return this.#connections.held(share);
  }

  /**
   * Repeats a transaction until it is not `Overtaken`, and no wait for a lock exceeds `lockMs`. Each attempt starts without a connection.
   * @param attempt runs the work in a new transaction
   * @throws WaitedTooLong after `waitMs`; other errors of `attempt`
   */
  async transact<T>(use: Use, { waitMs, lockMs }: Timeouts, attempt: (lockMs: number) => Promise<T>): Promise<T> {
    const until = performance.now() + waitMs;
    return this.inQueue(use, until, async () => {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
        const left = Math.max(1, Math.ceil(until - performance.now()));
        try {
          return await this.connected(use, until, () => attempt(Math.min(lockMs, left)));
        } catch (error) {
          if (!canSucceedLater(error)) throw error;
          if (performance.now() + pause >= until) throw tooLong(error);
        }
        // A call that has already waited is never refused because of other waiting calls.
        await this.#counted(use.share, () => delay(pause));
      }
    });
  }

  /**
   * Runs `work` when no other work of its queue runs.
   * @throws WaitedTooLong
   */
  async inQueue<T>({ share, queue }: Use, until: number, work: () => Promise<T>): Promise<T> {
    if (queue === undefined) return work();
    if (!this.#queues.tryTake(queue)) await this.#wait(share, () => this.#queues.take(queue, until));
    try {
      return await work();
    } finally {
      this.#queues.give(queue);
    }
  }

  /** Runs `work`, which uses one connection. @throws WaitedTooLong */
  async connected<T>({ share, bulk }: Use, until: number, work: () => Promise<T>): Promise<T> {
    const slots = bulk && this.#bulk[bulk];
    const key = share ?? "";
    if (slots && !slots.tryTake(key)) await this.#wait(share, () => slots.take(key, until));
    try {
      if (share === undefined) return await work();
      if (!this.#connections.tryTake(share)) await this.#wait(share, () => this.#connections.take(share, until));
      try {
        return await work();
      } finally {
        this.#connections.give(share);
      }
    } finally {
      slots?.give(key);
    }
  }

  async #wait(share = "", wait: () => Promise<void>): Promise<void> {
    const waiting = this.waiting(share);
    if (waiting >= MAX_WAITING) {
      throw new WaitedTooLong(`${waiting} calls already wait. Send this call again when some of them have ended.`);
    }
    await this.#counted(share, wait);
  }

  async #counted(share = "", wait: () => Promise<void>): Promise<void> {
    this.#waiting.set(share, this.waiting(share) + 1);
    try {
      await wait();
    } finally {
      const left = this.waiting(share) - 1;
      if (left) this.#waiting.set(share, left);
      else this.#waiting.delete(share);
    }
  }
}

function tooLong(cause: unknown): WaitedTooLong {
  const message = "Other calls are changing the same records for longer than this call can wait. Send the call again.";
  return new WaitedTooLong(message, { cause });
}

/** The members of a transaction's span. */
export function membersOf(scope: TransactionScope, bulk: BulkSize | undefined): Record<string, string | undefined> {
  const { retailerId, storeId } = scope === "no shop" ? {} : scope;
  return {
    "db.system.name": "postgresql",
    "highstreet.bulk": bulk,
    "highstreet.retailer_id": retailerId,
    "highstreet.store_id": storeId ?? undefined,
  };
}
