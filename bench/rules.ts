/**
 * `npm run bench -- rules`: the time of a rule that changes a part of a large store beside the PATCHes of other tills, and the processor
 * time of a 1 % feed with 100 rules and without. Checks the events after each. Options: `--rounds=7 --items=100000`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { live } from "../scripts/lifetime.ts";
import { machine, quantile, spread } from "./lib/numbers.ts";
import { openWorld, pieces, type StoreIds } from "./lib/world.ts";

const { values: given } = parseArgs({
  options: { rounds: { type: "string", default: "7" }, items: { type: "string", default: "100000" } },
});
const [rounds, items] = [Number(given.rounds), Number(given.items)];
const RULES = 100;
/** Tills of other shops, and the pause of each between two sales. */
const [TILLS, PAUSE_MS] = [4, 100];
/** A line of the feed in so many changes. */
const ONE_OF = 100;

const barcodeOf = (n: number): string => String(5_012_345_000_000 + ((n * 7_919) % items));
/** Prices from £1 to £100, the same number of items at each. */
const penceOf = (n: number): number => 100 + ((n * 31) % 9_900);
const csvOf = (pence: (n: number) => number): string =>
  `barcode,price,quantity,brand\n${Array.from({ length: items }, (_, n) => `${barcodeOf(n)},${(pence(n) / 100).toFixed(2)},5,Brand ${n % 50}\n`).join("")}`;
const under = (pence: number) => ({ all: [{ price: { under: pence / 100 } }] });

await live(async (life) => {
  const world = await openWorld(life);
  const { db, caller } = world;
  const events = async ({ retailerId }: { retailerId: string }): Promise<number> => {
    const text =
      "SELECT count(*)::int AS count FROM store_event WHERE retailer_id = $1 AND action = 'inventory.update'";
    return (await db.query<{ count: number }>(text, [retailerId]))[0]?.count ?? 0;
  };
  const feed = (store: StoreIds, text: string) =>
    caller.inventory.putStock({ ...store, mode: "update", feed: pieces(text) });
  async function plan({ retailerId }: StoreIds, body: object): Promise<object> {
    const { plan: planned } = await caller.rules.create({ retailerId, onlyPlan: true, body } as never);
    return { ...body, preview: planned?.preview };
  }
  const save = async ({ retailerId }: StoreIds, body: object): Promise<string> =>
    (await caller.rules.create({ retailerId, body } as never)).id;
  /** Does some work, and checks the number of its events. @returns its time and its processor time in ms */
  async function measure(store: StoreIds, wanted: number, work: () => Promise<unknown>): Promise<[number, number]> {
    await db.query("CHECKPOINT");
    for (const table of ["store_event", "stock_item"]) await db.query(`VACUUM ${table}`);
    const before = await events(store);
    const [began, processor] = [performance.now(), world.processorTime()];
    await work();
    const took: [number, number] = [performance.now() - began, world.processorTime() - processor];
    const made = (await events(store)) - before;
    if (made !== wanted) throw new Error(`${made} events instead of ${wanted}`);
    return took;
  }

  const [large, plain, ruled] = [await world.newStore(), await world.newStore(), await world.newStore()];
  // Rules before items: each new rule would be planned over all items.
  const tills = await Promise.all(Array.from({ length: TILLS }, () => world.newStore()));
  for (let n = 0; n < RULES; n++)
    // Half of the rules ask for prices, and hide nothing that the feed changes.
    await plan(ruled, {
      name: `Rule ${n}`,
      when: { all: [{ brand: { is: [`Brand ${n % 50}`] } }, ...(n % 2 ? [{ price: { under: 1 + n / 10 } }] : [])] },
      effect: { notIn: ["local_ads"] },
    }).then((body) => save(ruled, body));
  for (const store of [large, plain, ruled]) await feed(store, csvOf(penceOf));
  await db.query("VACUUM ANALYZE");

  const tillTimes: number[] = [];
  let isOver = false;
  const sales = tills.map(async (store) => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      await caller.inventory.patchStock({
        ...store,
        body: [{ barcode: `mug-${n % 50}`, price: 1 + (n % 7), quantity: 5 }],
      });
      tillTimes.push(performance.now() - began);
      await delay(PAUSE_MS);
    }
  });
  console.log(`${machine()}, ${world.version}`);
  console.log(
    `\n| median (min–max) of ${rounds} | save, ms | plan, ms | PATCHes at the same time, p99, ms |\n|---|---|---|---|`,
  );
  for (const part of [0.35, 1]) {
    const [times, plans, p99]: [number[], number[], number[]] = [[], [], []];
    const pence = part === 1 ? 20_000 : 100 + 9_900 * part;
    const wanted = Array.from({ length: items }, (_, n) => penceOf(n) < pence).filter(Boolean).length;
    for (let round = 0; round < rounds; round++) {
      tillTimes.length = 0;
      let [body, ruleId]: [object, string] = [{}, ""];
      const toPlan = async () => {
        body = await plan(large, { name: "Measured", when: under(pence), effect: { hidden: true } });
      };
      plans.push((await measure(large, 0, toPlan))[0]);
      const toSave = async () => {
        ruleId = await save(large, body);
      };
      times.push((await measure(large, wanted, toSave))[0]);
      p99.push(quantile(tillTimes, 0.99));
      await caller.rules.delete({ retailerId: large.retailerId, ruleId });
    }
    console.log(
      `| a rule hides ${wanted} of ${items} items | ${spread(times, 0)} | ${spread(plans, 0)} | ${spread(p99, 0)} |`,
    );
  }
  isOver = true;
  await Promise.all(sales);

  const costs: Record<string, [StoreIds, number[]]> = { "without rules": [plain, []], "with 100 rules": [ruled, []] };
  for (let round = 1; round <= rounds; round++) {
    const text = csvOf((n) => penceOf(n) + Math.floor((round + ONE_OF - 1 - (n % ONE_OF)) / ONE_OF));
    const changed = Array.from({ length: items }, (_, n) => n % ONE_OF === (round - 1) % ONE_OF).filter(Boolean).length;
    const both = Object.values(costs);
    for (const [store, list] of round % 2 ? both : both.toReversed())
      list.push((await measure(store, changed, () => feed(store, text)))[1]);
  }
  console.log(`\n| a feed of ${items} lines, 1 % changed | ms of processor time |\n|---|---|`);
  for (const [name, [, list]] of Object.entries(costs)) console.log(`| ${name} | ${spread(list, 0)} |`);
  const ratios = costs["with 100 rules"]?.[1].map((ms, n) => ms / (costs["without rules"]?.[1][n] ?? Number.NaN)) ?? [];
  console.log(`| ratio | ${spread(ratios)} |`);
});
