import { HOSTS } from "../../src/google/hosts.ts";
import { Fault, merchantFault, quotaFault } from "./fault.ts";
import { timeOf, type World } from "./world.ts";

const MINUTE = 60_000;
/** Calls per minute of each host by default. */
const PER_MINUTE = 300;

/**
 * Counts a call.
 * @throws Fault 429 if the host has answered its maximum in the last minute
 */
export function countCall(world: World, host: string): void {
  const limit = world.quota.perMinute.get(host) ?? PER_MINUTE;
  const since = timeOf(world) - MINUTE;
  let lately = 0;
  for (let index = world.calls.length - 1; index >= 0; index--) {
    const call = world.calls[index];
    if (!call || call.at <= since) break;
    if (call.host === host && call.status !== 429) lately++;
  }
  if (lately < limit) return;
  if (host === HOSTS.merchant && limit > 0) {
    throw merchantFault(429, "RESOURCE_EXHAUSTED", "quota/request_rate_too_high", "Too many requests in this minute.");
  }
  throw quotaFault(host, limit);
}

const DAY = 24 * 60 * MINUTE;

/** Number of items since the last midday, UTC, when the daily quota starts. */
export function itemsToday(world: World): number {
  const midday = Math.floor((timeOf(world) - DAY / 2) / DAY);
  if (world.quota.today.midday !== midday) world.quota.today = { midday, items: 0 };
  return world.quota.today.items;
}

/**
 * Counts an item.
 * @throws Fault 429 if the daily quota is used up
 */
export function countItem(world: World): void {
  if (itemsToday(world) >= world.quota.merchantDaily) {
    const info = {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      metadata: { REASON: "quota/daily_limit_exceeded" },
    };
    throw new Fault(429, "RESOURCE_EXHAUSTED", "The daily limit is exceeded.", [info]);
  }
  world.quota.today.items++;
}
