/**
 * `npm run bench -- ingest`: the processor time of stock feeds into one store, beside rows of other retailers. Checks the stock and the
 * events after each. Options: `--rounds=7 --lines=100000`, `--foreign=300000` (rows of other retailers), `--only=1 %`.
 */
import { parseArgs } from "node:util";
import { live } from "../scripts/lifetime.ts";
import { machine, spread } from "./lib/numbers.ts";
import { openWorld, pieces, type StoreIds } from "./lib/world.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    lines: { type: "string", default: "100000" },
    foreign: { type: "string", default: "300000" },
    only: { type: "string", default: "" },
  },
});
const count = Number(given.lines);
const FOREIGN_RETAILERS = 10;

/** The prices of the lines in pence. The barcodes are in random order. */
type Prices = readonly number[];
const first: Prices = Array.from({ length: count }, (_, n) => 100 + (n % 9_000));
const barcodeOf = (n: number): number => 5_012_345_000_000 + ((n * 7_919) % count);
const quantityOf = (n: number): number => 3 + (n % 90);

/** Changes the price of one in `oneOf` lines. */
const reprice = (prices: Prices, oneOf: number, round: number): Prices =>
  prices.map((pence, n) => (n % oneOf === round % oneOf ? pence + 1 : pence));

function csvOf(prices: Prices, write = (text: string, _isPrice: boolean) => text): string {
  const lines = prices.map((pence, n) =>
    [String(barcodeOf(n)), (pence / 100).toFixed(2), String(quantityOf(n))].map((text, at) => write(text, at === 1)),
  );
  return `barcode,price,quantity\n${lines.join("\n")}\n`;
}

const fill = `
  INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition,
                          announced_status, announced_price, announced_currency, announced_sequence, created_at, updated_at)
  SELECT ('0190' || lpad(to_hex(r), 4, '0') || '-0000-7000-8000-000000000000')::uuid,
         ('0190' || lpad(to_hex(r), 4, '0') || '-0000-7000-9000-000000000000')::uuid,
         (5000000000000 + n)::text, (5000000000000 + n)::text, 'in_stock', 5, 9.99, 'GBP', 'new',
         'in_stock', 9.99, 'GBP', n, now(), now()
  FROM generate_series(1, $1::int) r, generate_series(1, $2::int) n`;

const sums = `
  SELECT count(*)::int AS items, sum(price * 100)::bigint::text AS pence, sum(quantity)::bigint::text AS quantity,
         (count(*) FILTER (WHERE (status, price, currency) IS DISTINCT FROM (announced_status, announced_price, announced_currency)))::int AS unsaid,
         (SELECT count(*)::int FROM store_event e WHERE e.retailer_id = $1 AND e.store_id = $2 AND action = 'inventory.update') AS events
  FROM stock_item WHERE retailer_id = $1 AND store_id = $2`;

await live(async (life) => {
  const world = await openWorld(life);
  const { db, caller } = world;
  await db.query(fill, [FOREIGN_RETAILERS, Math.ceil(Number(given.foreign) / FOREIGN_RETAILERS)]);
  await db.query("VACUUM ANALYZE stock_item");

  /** Sends a feed, and checks that `changes` items changed. @returns processor time in ms */
  async function feed(store: StoreIds, prices: Prices, changes: number, text = csvOf(prices)): Promise<number> {
    const ids = [store.retailerId, store.storeId];
    const [before] = await db.query<{ events: number }>(sums, ids);
    const began = world.processorTime();
    const answer = await caller.inventory.putStock({ ...store, mode: "update", feed: pieces(text) });
    const took = world.processorTime() - began;
    const sum = (of: (n: number) => number) => String(prices.reduce((total, _, n) => total + of(n), 0));
    const expected = {
      items: prices.length,
      pence: sum((n) => prices[n] ?? 0),
      quantity: sum(quantityOf),
      unsaid: 0,
      events: (before?.events ?? 0) + changes,
    };
    const [found] = await db.query(sums, ids);
    if (answer.changedItems + answer.newItems !== changes || JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`the store holds ${JSON.stringify(found)}, the feed has ${JSON.stringify(expected)}`);
    return took;
  }

  /** Feeds of a store that has the lines of its last feed. */
  const stocked = async (oneOf: number, write?: Parameters<typeof csvOf>[1]) => {
    const store = await world.newStore();
    let prices = first;
    await feed(store, prices, count);
    return (round: number) => {
      prices = reprice(prices, oneOf, round);
      return feed(store, prices, Math.ceil((count - (round % oneOf)) / oneOf), csvOf(prices, write));
    };
  };
  const same = await world.newStore();
  await feed(same, first, count);
  const few = Math.min(100, count);
  const paths: Record<string, (round: number) => Promise<number>> = {
    "the same bytes": () => feed(same, first, 0),
    "1 % changed": await stocked(few),
    "1 % changed, prices such as `£ 2.55`": await stocked(few, (text, isPrice) => (isPrice ? `£ ${text}` : text)),
    "1 % changed, all values in quotes": await stocked(few, (text) => `"${text}"`),
    "all changed": await stocked(1),
    "first load": async () => {
      const store = await world.newStore();
      const took = await feed(store, first, count);
      await caller.stores.delete(store);
      return took;
    },
  };
  const names = Object.keys(paths).filter((name) => name.includes(given.only));
  const costs = new Map(names.map((name) => [name, [] as number[]]));
  console.log(`${machine()}, ${world.version}`);
  for (let round = 0; round < Number(given.rounds); round++) {
    for (const name of round % 2 ? names.toReversed() : names) {
      await db.query("CHECKPOINT");
      for (const table of ["store_event", "stock_item"]) await db.query(`VACUUM ${table}`);
      costs.get(name)?.push((await paths[name]?.(round)) ?? Number.NaN);
    }
    console.log(`  round ${round + 1}: ${names.map((name) => `${name} ${costs.get(name)?.at(-1)}`).join(", ")}`);
  }
  console.log(`\n| ${count} lines into a store | ms of processor time: median (min–max) |\n|---|---|`);
  for (const [name, list] of costs) console.log(`| ${name} | ${spread(list, 0)} |`);
});
