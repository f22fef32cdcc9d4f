/** What came to a receiver, as its process counts it, and what it tells the benchmark of that. */

/** `expect`: says so when so many different ids have come. `times`: keeps when each came. */
export type Order = { reset: { expect: number; times: boolean } } | { count: true };

export interface Counted {
  counted: true;
  calls: number;
  /** Different ids. */
  distinct: number;
  /** By store and sequence (`<storeId>_<sequence>`): when it came, in ms since the epoch. */
  times: [string, number][];
}

export interface Reached {
  /** When the last of those expected came, in ms since the epoch. */
  reached: number;
}

let calls = 0;
let ids = new Set<string>();
let expected = Number.POSITIVE_INFINITY;
let times: Map<string, number> | undefined;

/** Counts a call. @param id its `Webhook-Id` @param at when it came, in ms since the epoch */
export function arrived(id: string, at: number): void {
  calls++;
  if (ids.has(id)) return;
  ids.add(id);
  times?.set(id.slice("evt_".length), at);
  if (ids.size === expected) process.send?.({ reached: at } satisfies Reached);
}

/** How a receiver that learns late of what came catches up. */
export interface Late {
  /** At once: from here on all is new. */
  reset(): void;
  /** Until all that came is counted. */
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

/** Counts what comes to `port` from now on, as the benchmark orders. */
export function serveOrders(port: number, late?: Late): void {
  process.on("message", (order: Order) => void obey(order, late));
  process.channel?.ref();
  process.send?.({ ready: true, port });
}
