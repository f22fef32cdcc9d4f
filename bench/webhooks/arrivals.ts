/** The calls to a receiver, as its process counts them, and its messages to the benchmark. */

/** `expect`: report when this many different ids have arrived. `times`: store the time of each arrival. */
export type Order = { reset: { expect: number; times: boolean } } | { count: true };

export interface Counted {
  counted: true;
  calls: number;
  /** Number of different ids. */
  distinct: number;
  /** Time of arrival in ms since the epoch, by store and sequence (`<storeId>_<sequence>`). */
  times: [string, number][];
}

export interface Reached {
  /** Time when the last expected id arrived, in ms since the epoch. */
  reached: number;
}

let calls = 0;
let ids = new Set<string>();
let expected = Number.POSITIVE_INFINITY;
let times: Map<string, number> | undefined;

/**
 * Counts a call.
 * @param id its `Webhook-Id`
 * @param at time of arrival in ms since the epoch
 */
export function arrived(id: string, at: number): void {
  calls++;
  if (ids.has(id)) return;
  ids.add(id);
  times?.set(id.slice("evt_".length), at);
  if (ids.size === expected) process.send?.({ reached: at } satisfies Reached);
}

/** How a receiver catches up that counts calls later. */
export interface Late {
  /** Forgets all earlier calls at once. */
  reset(): void;
  /** Waits until all arrived calls are counted. */
  settle(): Promise<void>;
}

async function obey(order: Order, late?: Late): Promise<void> {
  if ("reset" in order) {
    late?.reset();
    calls = 0;
    ids = new Set();
    expected = order.reset.expect;
    times = order.reset.times ? new Map() : undefined;
  } else {
    await late?.settle();
    process.send?.({ counted: true, calls, distinct: ids.size, times: [...(times ?? [])] } satisfies Counted);
  }
}

/** Counts calls to `port` from now on, by the messages of the benchmark. */
export function serveOrders(port: number, late?: Late): void {
  process.on("message", (order: Order) => void obey(order, late));
  process.channel?.ref();
  process.send?.({ ready: true, port });
}
