import { serveParent, tell } from "@highstreet/feeds/serve-parent.ts";
import type { ConnectorItem, Location } from "./connector.ts";
import { openConnector } from "./connectors.ts";
import { ConnectorError, type ConnectorErrorKind } from "./limits.ts";
import type { ShopOptions } from "./shop-process.ts";

export type Order =
  | { open: { id: string; credential: unknown; options: ShopOptions } }
  | { list: "locations" }
  | { list: "items"; since: Date | null }
  | { list: "more" };

export type Report =
  | { locations: Location[] }
  | { items: ConnectorItem[]; isLast: boolean }
  | { failed: string; kind: ConnectorErrorKind };

/** The parent takes them in some milliseconds. */
const REPORT_CHARACTERS = 64_000;
const MAX_CHARACTERS = 500;

let shop: ReturnType<typeof openConnector>;
let unread: AsyncIterator<ConnectorItem>;
let count = 0;

const storable = (text: string): string => text.slice(0, MAX_CHARACTERS).replaceAll("\0", "").toWellFormed();

async function locations(): Promise<Report> {
  const found = await shop.open.locations();
  shop.check("locations", found.length);
  return { locations: found.map(({ id, name }) => ({ id: storable(id), name: storable(name) })) };
}

async function moreItems(): Promise<Report> {
  const items: ConnectorItem[] = [];
  for (let characters = 0; characters < REPORT_CHARACTERS; ) {
    const { done, value: item } = await unread.next();
    if (done) return { items, isLast: true };
    const size = JSON.stringify([item, ...item.quantities.keys()]).length;
    shop.check("itemCharacters", size);
    shop.check("items", ++count);
    characters += size;
    items.push({ ...item, barcode: storable(item.barcode) });
  }
  return { items, isLast: false };
}

async function follow(order: Order): Promise<Report | undefined> {
  if ("open" in order) {
    const { id, credential, options } = order.open;
    shop = openConnector(id, credential, options);
    return undefined;
  }
  if (order.list === "locations") return locations();
  if (order.list === "items") unread = shop.open.items(order.since)[Symbol.asyncIterator]();
  return moreItems();
}

function failureOf(error: unknown): Report {
  if (error instanceof ConnectorError) return { failed: storable(error.message), kind: error.kind };
  // A defect of Highstreet, which operators must see. The data of the shop system causes it, so a retry comes later.
  console.error(error);
  return { failed: "The shop system sent data that Highstreet cannot read.", kind: "unexpected" };
}

serveParent<Order>(async (order) => {
  const report = await follow(order).catch(failureOf);
  if (report) await tell(report);
});
