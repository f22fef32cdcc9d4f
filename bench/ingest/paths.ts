import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { copyInto } from "../../packages/router/src/kernel/copy.ts";
import { csvOf, type Line, linesOf, pieces, reprice } from "./feeds.ts";
import type { StoreIds, World } from "./world.ts";

/** The cost of a feed in milliseconds: time and processor time. */
export interface Took {
  ms: number;
  cpu: number;
}

/** A way to write a feed into the database. */
export interface Path {
  name: string;
  goal: string;
  /** Sends one more feed, and checks the result. */
  run(round: number): Promise<Took>;
}

const sums = `
  SELECT count(*) AS items, COALESCE(sum(price * 100), 0)::text AS pence, COALESCE(sum(quantity), 0)::numeric(20)::text AS quantity,
         count(*) FILTER (WHERE (status, price, currency) IS DISTINCT FROM (announced_status, announced_price, announced_currency)) AS unsaid
  FROM stock_item WHERE retailer_id = $1 AND store_id = $2`;

async function check(world: World, store: StoreIds, lines: readonly Line[]): Promise<void> {
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  const [found] = await world.db.query(sums, [store.retailerId, store.storeId]);
  const expected = {
    ...{
      items: lines.length,
      pence: `${sum(({ pence }) => pence)}.00`,
      quantity: `${sum(({ quantity }) => quantity)}`,
    },
    unsaid: 0,
  };
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`the store holds ${JSON.stringify(found)}, the feed has ${JSON.stringify(expected)}`);
  }
}

setFlagsFromString("--expose-gc");
const collectGarbage: (options: { type: "minor" }) => void = runInNewContext("gc");

async function timed<T>(world: World, work: () => Promise<T>): Promise<{ took: Took; result: T }> {
  // The lines of the bench itself fill the young generation. To collect them takes 20 ms, in any path that happens to run then. A major
  // collection would also drop compiled code.
  collectGarbage({ type: "minor" });
  const [cpu, began] = [world.processorTime(), performance.now()];
  const result = await work();
  return { took: { ms: performance.now() - began, cpu: world.processorTime() - cpu }, result };
}

async function feed(world: World, store: StoreIds, bytes: Buffer): Promise<{ took: Took; changed: number }> {
  const put = () => world.caller.inventory.putStock({ ...store, mode: "update", feed: pieces(bytes) });
  const { took, result } = await timed(world, put);
  return { took, changed: result.changedItems + result.newItems };
}

const events = `SELECT count(*) AS events FROM store_event
  WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update'`;
const bare = "bare_stock (barcode, price, quantity, currency, condition)";

/** All paths with `count` lines, and their reference: COPY of the same rows into a table without an index. */
export async function pathsOf(world: World, count: number): Promise<{ copy: Path; paths: Path[] }> {
  const lines = linesOf(count);
  const csv = csvOf(lines);
  const rows = csv
    .subarray(csv.indexOf("\n") + 1)
    .toString()
    .replaceAll(",", "\t");
  await world.db.query(
    "CREATE TABLE bare_stock (barcode text, price numeric(12, 2), quantity numeric(14, 3), currency text, condition text)",
  );

  /** A store with the lines of its last feed. */
  async function stocked(): Promise<{ store: StoreIds; current: Line[] }> {
    const store = await world.newStore();
    await feed(world, store, csv);
    return { store, current: lines };
  }

  async function fed(one: { store: StoreIds; current: Line[] }, next: Line[], changes: number): Promise<Took> {
    const bytes = csvOf(next);
    const { took, changed } = await feed(world, one.store, bytes);
    one.current = next;
    const [appended] = await world.db.query<{ events: number }>(events, [one.store.retailerId, one.store.storeId]);
    if (changed !== changes || appended?.events !== changes) {
      throw new Error(`${changes} lines changed: ${changed} items did, with ${appended?.events} events`);
    }
    await check(world, one.store, next);
    return took;
  }

  /** Raises the quantities of the first 1,000 items, with a PATCH for each ten lines. */
  async function patch(one: { store: StoreIds; current: Line[] }): Promise<void> {
    const raised = one.current.slice(0, 1_000).map((line) => ({ ...line, quantity: line.quantity + 1 }));
    one.current = [...raised, ...one.current.slice(1_000)];
    for (let at = 0; at < raised.length; at += 10) {
      const body = raised.slice(at, at + 10).map(({ barcode, quantity }) => ({ barcode, quantity }));
      await world.caller.inventory.patchStock({ ...one.store, body });
    }
  }

  const [same, some, till, all] = [await stocked(), await stocked(), await stocked(), await stocked()];
  const oneOf = Math.min(100, count);
  return {
    copy: {
      ...{ name: "COPY", goal: "" },
      run: async () => {
        await world.db.query("TRUNCATE bare_stock");
        const copied = Buffer.from(rows);
        const copyIn = () =>
          world.db.bulkTransaction("no shop", "small", (tx) =>
            copyInto(tx, bare, async (write) => {
              for (const piece of piecesOf(copied)) await write(piece);
            }),
          );
        return (await timed(world, copyIn)).took;
      },
    },
    paths: [
      { name: "the same bytes", goal: "0.20", run: () => fed(same, lines, 0) },
      {
        name: "1 % changed",
        goal: "4",
        run: (round) => fed(some, reprice(some.current, oneOf, round), count / oneOf),
      },
      {
        ...{ name: "1 % changed, after 100 PATCHes", goal: "4" },
        run: async (round) => {
          await patch(till);
          return fed(till, reprice(till.current, oneOf, round), count / oneOf);
        },
      },
      { name: "all changed", goal: "36", run: (round) => fed(all, reprice(all.current, 1, round), count) },
      {
        ...{ name: "first load", goal: "28" },
        run: async () => {
          const first = { store: await world.newStore(), current: [] };
          const took = await fed(first, lines, count);
          await world.removeStore(first.store);
          return took;
        },
      },
    ],
  };
}

function* piecesOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}
