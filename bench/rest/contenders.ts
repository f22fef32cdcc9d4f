import type { Call } from "../lib/load.ts";
import type { Contender } from "../lib/rounds.ts";
import type { Arena, Server } from "./arena.ts";

interface Item {
  retailerId: string;
  storeId: string;
  barcode: string;
}

/** The order of calls: one item of each store, then the next item. So concurrent calls never use the same store. */
function itemsOf({ world }: Arena): Item[] {
  return world.barcodes.flatMap((barcode) => world.stores.map((store) => ({ ...store, barcode })));
}

const pathOf = ({ retailerId, storeId, barcode }: Item): string =>
  `/retailers/${retailerId}/stores/${storeId}/inventory/${barcode}`;

/** Both servers, newly started, for the same calls. */
export interface Pair {
  ours: Server;
  bare: Server;
}

/** Reads of one product by barcode. */
export function reads(arena: Arena, { ours, bare }: Pair): Contender[] {
  const items = itemsOf(arena);
  const calls: Call[] = items.map((item) => ({ path: pathOf(item) }));
  const check = (server: Server, headers: Record<string, string>, isOurs: boolean) => async () => {
    const item = items[Math.floor(Math.random() * items.length)];
    if (!item) return;
    const response = await fetch(server.origin + pathOf(item), { headers });
    const read = (await response.json()) as Record<string, unknown>;
    const { rows } = await arena.bare.query(
      "SELECT price, quantity FROM stock_item WHERE retailer_id = $1 AND store_id = $2 AND item_key = $3",
      [item.retailerId, item.storeId, item.barcode],
    );
    const isRight =
      Number(read.price) === Number(rows[0].price) &&
      Number(read.quantity) === Number(rows[0].quantity) &&
      read.title === `Mug ${item.barcode}, stoneware, 350 ml`;
    if (!isRight || (isOurs && !response.headers.has("etag"))) throw new Error(`wrong answer: ${JSON.stringify(read)}`);
  };
  const job = { method: "GET" as const, calls };
  return [
    {
      name: "Highstreet",
      job: { ...job, origin: ours.origin, headers: arena.headers, processes: processes(arena, ours) },
      verify: check(ours, arena.headers, true),
    },
    {
      name: "bare",
      job: { ...job, origin: bare.origin, headers: {}, processes: processes(arena, bare) },
      verify: check(bare, {}, false),
    },
  ];
}

/** Hides an item of a store, and shows it at the next call. */
export async function patches(arena: Arena, { ours, bare }: Pair): Promise<Contender[]> {
  const items = itemsOf(arena);
  const bodies: [string, string] = ['{"hidden":true}', '{"hidden":false}'];
  const calls: Call[] = items.map((item) => ({ path: pathOf(item), bodies }));
  const job = { method: "PATCH" as const, calls };
  const headers = { "content-type": "application/json" };
  await settle(arena);
  const eventsBefore = { ours: await eventsOf(arena.ours), bare: await eventsOf(arena.bare) };
  const editsBefore = { ours: await editsOf(arena.ours), bare: await editsOf(arena.bare) };

  async function verify(name: "ours" | "bare", made: number[]): Promise<void> {
    const calls = made.reduce((sum, count) => sum + count, 0);
    const edits = (await editsOf(arena[name])) - editsBefore[name];
    const hidden = await hiddenOf(arena[name]);
    const expected = made.filter((count) => count % 2 === 1).length;
    if (edits !== calls || hidden !== expected) {
      throw new Error(`${name}: ${calls} calls made ${edits} edits; ${hidden} of ${expected} items are hidden`);
    }
    const after = await eventsOf(arena[name]);
    const events = after.events - eventsBefore[name].events;
    const entries = after.entries - eventsBefore[name].entries;
    if (events !== calls || entries !== calls) {
      throw new Error(`${name}: ${calls} calls made ${events} events and ${entries} history entries`);
    }
  }

  return [
    {
      name: "Highstreet",
      job: { ...job, origin: ours.origin, headers: arena.headers, processes: processes(arena, ours) },
      verify: ({ made }) => verify("ours", made),
    },
    {
      name: "bare",
      job: { ...job, origin: bare.origin, headers, processes: processes(arena, bare) },
      verify: ({ made }) => verify("bare", made),
    },
  ];
}

const processes = (arena: Arena, server: Server) => ({ server: server.pid, postgres: arena.postmaster });

const inStores = "store_id IS NOT NULL";

/** Shows all items again and vacuums, so that the next measurement starts without dead rows. */
async function settle(arena: Arena): Promise<void> {
  for (const pool of [arena.ours, arena.bare]) {
    await pool.query(`UPDATE customization SET hidden = false WHERE ${inStores} AND hidden`);
    await pool.query("UPDATE stock_item SET announced_status = status WHERE announced_status <> status");
    await pool.query("VACUUM ANALYZE");
    await pool.query("CHECKPOINT");
  }
}

async function editsOf(pool: Arena["ours"]): Promise<number> {
  const { rows } = await pool.query(`SELECT sum(version)::int AS edits FROM customization WHERE ${inStores}`);
  return rows[0].edits;
}

async function hiddenOf(pool: Arena["ours"]): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*)::int AS hidden FROM customization WHERE ${inStores} AND hidden`);
  return rows[0].hidden;
}

async function eventsOf(pool: Arena["ours"]): Promise<{ events: number; entries: number }> {
  const { rows } = await pool.query(
    "SELECT (SELECT count(*)::int FROM store_event) AS events, (SELECT count(*)::int FROM history_entry) AS entries",
  );
  return rows[0];
}
