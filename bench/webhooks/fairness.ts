import { setTimeout as delay } from "node:timers/promises";
import { start } from "../lib/children.ts";
import type { Silence } from "./ailing.ts";
import { fillLog, forget, wakeStores } from "./backlog.ts";
import { type Arena, untilSent, verify } from "./contest.ts";
import { append } from "./enqueue.ts";
import { reset, type Shop } from "./world.ts";

const WELL = 99;
/** Waiting events of each healthy store for the measurement of the rate. */
const BACKLOG = 2_000;
/** For the measurement of waits: transactions a second, each for one healthy store by turns, and their events. */
const COMMITS = 100;
const EVENTS = 10;
const SECONDS = 10;

export interface Fairness {
  perSecond: number;
  p99: number;
}

const now = (): number => performance.timeOrigin + performance.now();
const isReady = (message: unknown): message is { ready: true } => "ready" in Object(message);

/** The unhealthy part: `stores` with `events` each, at endpoints that never answer. */
export interface Ailing {
  stores: number;
  events: number;
  urlOf: (n: number) => string;
}

const aim = [
  `UPDATE channel c SET parameters = jsonb_set(parameters, '{webhookUrl}', to_jsonb(url))
   FROM unnest($2::uuid[], $3::text[], $4::text[]) AS aimed (store_id, url, origin)
   WHERE c.retailer_id = $1 AND c.store_id = aimed.store_id AND channel = 'webhooks' AND origin IS NOT NULL`,
  `UPDATE delivery_cursor c SET receiver = left(receiver, 36) || ' ' || origin
   FROM unnest($2::uuid[], $3::text[], $4::text[]) AS aimed (store_id, url, origin)
   WHERE c.retailer_id = $1 AND c.store_id = aimed.store_id AND url IS NOT NULL`,
];

/** Shops by their number of stores. Enabling 10,000 channels takes minutes, so the runs share a shop. */
const shops = new Map<number, Shop>();

async function newAiling({ world, receivers }: Arena, { stores, events, urlOf }: Ailing): Promise<Shop> {
  const shop = shops.get(stores) ?? (await world.newShop(stores, receivers.urlOf));
  shops.set(stores, shop);
  await reset(world, shop);
  const urls = shop.storeIds.map((_, n) => urlOf(n));
  const origins = urls.map((url) => new URL(url).origin);
  for (const sql of aim) await world.db.query(sql, [shop.retailerId, shop.storeIds, urls, origins]);
  await fillLog(world, shop, events);
  return shop;
}

/** Time from the commit to the receiver's clock, for events at a steady rate. */
async function waits({ receivers, world }: Arena, shop: Shop): Promise<number[]> {
  const commits = COMMITS * SECONDS;
  const reached = receivers.expect(commits * EVENTS, true);
  const committed = new Map<string, number>();
  const began = performance.now();
  for (let n = 0; n < commits; n++) {
    const storeId = shop.storeIds[n % WELL] ?? "";
    const sequences = await append(world, { ...shop, storeIds: [storeId] }, EVENTS);
    const at = now();
    for (const sequence of sequences) committed.set(`${storeId}_${sequence}`, at);
    const early = began + ((n + 1) * 1_000) / COMMITS - performance.now();
    if (early > 0) await delay(early);
  }
  await reached;
  const { times } = await receivers.count();
  return times.map(([id, at]) => at - (committed.get(id) ?? Number.NaN)).sort((a, b) => a - b);
}

/**
 * Measures 99 healthy stores: the rate of a backlog and the wait of single events, with or without unhealthy stores.
 */
export async function runFairness(
  arena: Arena,
  silence: Silence,
  ailing?: Ailing,
  { workers: count = 1, backlog = BACKLOG } = {},
): Promise<Fairness> {
  const { world, receivers } = arena;
  const well = await world.newShop(WELL, receivers.urlOf);
  const ill = ailing && (await newAiling(arena, ailing));
  await fillLog(world, well, backlog);
  const worker = () =>
    start({
      args: ["--max-semi-space-size=64", "bench/webhooks/engine.ts"],
      env: { DATABASE_URL: world.url, HIGHSTREET_SECRET_KEY: world.secretKey, DNS: silence.dns },
    });
  const workers = Array.from({ length: count }, worker);
  try {
    await Promise.all(workers.map((one) => one.message(isReady)));
    const events = WELL * backlog;
    const reached = receivers.expect(events);
    if (ill) await wakeStores(world, ill);
    const began = now();
    await wakeStores(world, well);
    const perSecond = (events / ((await reached) - began)) * 1_000;
    await untilSent(world, well);
    await verify(arena, events, "Highstreet");
    const all = await waits(arena, well);
    await untilSent(world, well);
    return { perSecond, p99: all[Math.floor(all.length * 0.99)] ?? Number.NaN };
  } finally {
    await Promise.all(workers.map((one) => one.end()));
    await forget(world, well);
    if (ill) await reset(world, ill);
  }
}
