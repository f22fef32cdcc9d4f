/**
 * `npm run bench -- files`: compares one stock file for all stores with a file for each store, by processor time, and checks the stock.
 * Options: `--stores=10000 --lines=100` (lines of each store), `--rounds=3`. bench/INGEST.md has the results.
 */
import { parseArgs } from "node:util";
import { applyStockFiles } from "../packages/router/src/features/ingest/index.ts";
import { live } from "../scripts/lifetime.ts";
import { machine, spread } from "./lib/numbers.ts";
import { openWorld, pieces } from "./lib/world.ts";

const { values: given } = parseArgs({
  options: {
    stores: { type: "string", default: "10000" },
    lines: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
  },
});
const [stores, lines] = [Number(given.stores), Number(given.lines)];
const address = { address: "1 High Street", postcode: "N1 1AA", city: "London", country: "GB" };

/** The lines of a store in a round. Each quantity differs from the round before. */
const linesOf = (store: number, round: number): string[] =>
  Array.from(
    { length: lines },
    (_, n) => `${5_000_000_000_000 + n},${(n % 50) + 1}.00,${((store + n + round) % 9) + 1}`,
  );

await live(async (life) => {
  const { caller, db, system, processorTime } = await openWorld(life);
  const { id: retailerId } = await caller.retailers.create({ body: { name: "Corner Shop", stores: [] } });
  const storeIds: string[] = [];
  for (let n = 0; n < stores; n++) {
    const body = { name: `Store ${n}`, externalId: `s${n}`, ...address };
    storeIds.push((await caller.stores.create({ retailerId, body })).id);
  }
  const ways = {
    "a file for each store": async (round: number) => {
      for (const [at, storeId] of storeIds.entries()) {
        const feed = pieces(`EAN,Price,Qty\n${linesOf(at, round).join("\n")}\n`);
        await caller.inventory.putStock({ retailerId, storeId, mode: "update", feed });
      }
    },
    "one file for all": async (round: number) => {
      const rows = storeIds.flatMap((_, at) => linesOf(at, round).map((line) => `s${at},${line}`));
      const feed = pieces(`Store,EAN,Price,Qty\n${rows.join("\n")}\n`);
      let file = await caller.inventory.putFile({ retailerId, feed });
      while (file.status === "running") {
        await applyStockFiles(system);
        file = await caller.inventory.getFile({ retailerId, fileId: file.id });
      }
    },
  };
  const costs = new Map<string, number[]>();
  console.log(machine());
  for (let round = 0; round < 2 * Number(given.rounds); round++) {
    // The ways change place each time, so that each writes what the other has written before.
    const [way, send] = Object.entries(ways)[round % 2] as [string, (round: number) => Promise<void>];
    const before = processorTime();
    await send(round);
    costs.set(way, [...(costs.get(way) ?? []), processorTime() - before]);
    const [found] = await db.query<{ items: number; quantity: number }>(
      "SELECT count(*)::int AS items, sum(quantity)::int AS quantity FROM stock_item WHERE retailer_id = $1",
      [retailerId],
    );
    const quantities = storeIds.flatMap((_, at) => linesOf(at, round).map((line) => Number(line.split(",")[2])));
    const quantity = quantities.reduce((total, one) => total + one, 0);
    if (found?.items !== stores * lines || found.quantity !== quantity)
      throw new Error(`${way}: the stores hold ${JSON.stringify(found)}, the files have ${quantity}`);
  }
  console.log(`\n| ${stores} stores, ${lines} lines each | ms of processor time: median (min–max) |\n|---|---|`);
  for (const [way, list] of costs) console.log(`| ${way} | ${spread(list, 0)} |`);
});
