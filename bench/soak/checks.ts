import type { Receivers } from "./receivers.ts";
import type { Shops, SoakStore } from "./shops.ts";
import { endsOfEventsSql } from "./soak.sql.ts";

interface Item {
  barcode: string;
  status: string;
  price: number;
  currency: string;
  hidden: boolean;
}

const READ_AT_ONCE = 100;

/** What happened to the events, by number. `notReceived`: the log says delivered, and the receiver knows nothing. */
export type Ends = Record<"delivered" | "superseded" | "failed" | "waiting" | "lost" | "notReceived", number>;

/** Compares the log of all deliveries with the receivers. */
export async function countEnds({ world, stores }: Shops, receivers: Receivers): Promise<Ends> {
  const ends: Ends = { delivered: 0, superseded: 0, failed: 0, waiting: 0, lost: 0, notReceived: 0 };
  for (const { retailerId, storeId, endpoint } of stores) {
    const { accepted } = receivers.endpoint(endpoint);
    const rows = await world.db.query<{ end: keyof Ends | "retrying"; sequences: string[] }>(endsOfEventsSql, [
      retailerId,
      storeId,
    ]);
    for (const { end, sequences } of rows) {
      ends[end === "retrying" ? "lost" : end] += sequences.length;
      if (end === "delivered") ends.notReceived += sequences.filter((one) => !accepted.has(Number(one))).length;
    }
  }
  return ends;
}

async function itemsOf({ world }: Shops, origin: string, { retailerId, storeId }: SoakStore): Promise<Item[]> {
  const items: Item[] = [];
  const first = `/v1/retailers/${retailerId}/stores/${storeId}/inventory/items?page[size]=${READ_AT_ONCE}`;
  for (let next: string | null = `${origin}${first}`; next; ) {
    const answer = await fetch(next, { headers: { authorization: `Bearer ${world.key}` } });
    if (!answer.ok) throw new Error(`${next} was answered by ${answer.status}`);
    const page = (await answer.json()) as { data: Item[]; links: { next: string | null } };
    items.push(...page.data);
    next = page.links.next && `${origin}${new URL(page.links.next).pathname}${new URL(page.links.next).search}`;
  }
  return items;
}

/**
 * Compares each item, as the API shows it, with the newest state that its receiver has. A hidden item is out of stock for receivers.
 * @returns the number of items, and the items that differ, by number of their endpoint
 */
export async function compareItems(shops: Shops, receivers: Receivers, origin: string) {
  let items = 0;
  const differing: { endpoint: number; storeId: string; barcode: string }[] = [];
  for (const store of shops.stores) {
    const seen = receivers.endpoint(store.endpoint).items;
    for (const item of await itemsOf(shops, origin, store)) {
      items++;
      const last = seen.get(item.barcode);
      const isSame = item.hidden
        ? last?.status === "out_of_stock"
        : last?.status === item.status && last.price === item.price && last.currency === item.currency;
      if (!isSame) differing.push({ endpoint: store.endpoint, storeId: store.storeId, barcode: item.barcode });
    }
  }
  return { items, differing };
}
