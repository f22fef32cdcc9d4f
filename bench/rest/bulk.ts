import { processorTime } from "../lib/processor-time.ts";
import { spread } from "../lib/statistics.ts";
import type { Arena, Server } from "./arena.ts";

const STORES = 4;

interface Body {
  filter: { storeId: string };
  edit: { hidden: boolean };
  selection?: string;
}

/** Edits a thousand products of each of four stores, one call after the other, and checks the number of hidden products. */
async function editAll(arena: Arena, server: Server, way: keyof typeof ways, hidden: boolean) {
  const { stores, barcodes } = arena.world;
  const of = stores.slice(0, STORES);
  const taken = () => processorTime(server.pid) + processorTime(arena.postmaster);
  const edits: (() => Promise<unknown>)[] = [];
  for (const store of of) edits.push(await ways[way](arena, server, store, hidden));
  const [began, before] = [performance.now(), taken()];
  for (const edit of edits) await edit();
  const [seconds, cpu] = [(performance.now() - began) / 1_000, taken() - before];
  const { rows } = await arena.ours.query(
    "SELECT count(*)::int AS hidden FROM customization WHERE store_id = ANY ($1) AND hidden",
    [of.map(({ storeId }) => storeId)],
  );
  const items = STORES * barcodes.length;
  if (rows[0].hidden !== (hidden ? items : 0)) throw new Error(`${way}: ${rows[0].hidden} products are hidden`);
  return { perSecond: items / seconds, cost: (1e3 * cpu) / items };
}

type Store = Arena["world"]["stores"][number];

async function post(arena: Arena, server: Server, path: string, body: object): Promise<unknown> {
  const response = await fetch(server.origin + path, {
    method: "POST",
    headers: arena.headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered by ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Chooses a thousand products by a filter, in a dry run. @returns the edit of these products */
async function select(arena: Arena, server: Server, { retailerId, storeId }: Store, hidden: boolean) {
  const path = `/retailers/${retailerId}/inventory/customizations/bulk`;
  const body: Body = { filter: { storeId }, edit: { hidden } };
  const plan = (await post(arena, server, `${path}?dryRun=true`, body)) as { response: { selection: string } };
  return () => post(arena, server, path, { ...body, selection: plan.response.selection });
}

/** Each prepares the call of a store, and returns what is measured. */
const ways = {
  batch: async (arena: Arena, server: Server, { retailerId, storeId }: Store, hidden: boolean) => {
    const bodies = arena.world.barcodes.map((barcode) => ({ barcode, storeId, hidden }));
    return () => post(arena, server, `/retailers/${retailerId}/inventory/customizations/batch`, bodies);
  },
  "by filter, with its dry run": async (...one: Parameters<typeof select>) => {
    return async () => (await select(...one))();
  },
  "by filter, after its dry run": select,
};

/** Bulk edits: a thousand bodies in one call, and a thousand products by a filter. @returns rows of the table */
export async function measureBulk(arena: Arena, rounds: number): Promise<string[]> {
  console.log("\nA thousand products in one call");
  const server = await arena.startOurs();
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const results = new Map(names.map((name) => [name, [] as { perSecond: number; cost: number }[]]));
  for (let round = -1; round < rounds; round++) {
    for (const name of round % 2 ? names.toReversed() : names) {
      for (const hidden of [true, false]) {
        const result = await editAll(arena, server, name, hidden);
        // The first round compiles the code of the service.
        if (round >= 0) results.get(name)?.push(result);
      }
    }
  }
  await server.end();
  return names.map((name) => {
    const all = results.get(name) ?? [];
    const rate = spread(
      all.map(({ perSecond }) => perSecond),
      0,
    );
    const cost = spread(
      all.map((one) => one.cost),
      0,
    );
    return `| bulk edits ${name}, products a second | ≥ 10000 | ${rate} | ${cost} µs a product |`;
  });
}
