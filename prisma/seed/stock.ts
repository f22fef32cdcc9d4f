import { feedOf, linesOf, shareOf } from "./files.ts";
import type { DemoStore, Shop, Step } from "./shop.ts";

export const DAYS = 28;
const DAY_MS = 86_400_000;
/** Items that no file names for 7 days would expire. */
const FILE_DAYS = [14, 1];
const OPENS_AT = 8;
const HEADER = "SKU,Price,Quantity,Currency";
/** They are always in stock. The guides and the pictures name them. */
const ALWAYS = new Set(["85123A", "22423", "10002"]);

interface Line {
  barcode: string;
  text: string;
  price: string;
  quantity: number;
  /** The place of the product in the cycle of deliveries, 0 to 1. */
  phase: number;
}

function shelfOf({ everyNth, from, externalId }: DemoStore): Line[] {
  return linesOf("stock.csv")
    .filter((_, index) => index % everyNth === from)
    .map((text) => {
      const [barcode = "", price = "", quantity = ""] = text.split(",");
      return { barcode, text, price, quantity: Number(quantity), phase: shareOf(`${barcode} ${externalId}`) };
    });
}

/** The share of products that are sold out: it falls towards Christmas, and rises between two deliveries. */
const soldOutShare = (daysAgo: number): number => 0.04 + (0.26 * daysAgo) / DAYS + 0.05 * (1 - Math.cos(daysAgo * 1.3));

const isSoldOut = ({ barcode, phase }: Line, daysAgo: number): boolean =>
  !ALWAYS.has(barcode) && (phase + daysAgo / DAYS) % 1 < soldOutShare(daysAgo);

/** Four weeks of stock of a store: a few files, and between them the changes that its till sends. */
export function stockSteps(shop: Shop, store: DemoStore, now: Date): Step[] {
  const shelf = shelfOf(store);
  const { ids, since } = store;
  const soldOut = new Set<string>();
  const daysAgo = (at: Date): number => (now.getTime() - at.getTime()) / DAY_MS;
  const changesAt = (at: Date): Line[] =>
    shelf.filter((line) => {
      const isOut = isSoldOut(line, daysAgo(at));
      if (isOut === soldOut.has(line.barcode)) return false;
      if (isOut) soldOut.add(line.barcode);
      else soldOut.delete(line.barcode);
      return true;
    });
  const quantityOf = ({ barcode, quantity }: Line): number => (soldOut.has(barcode) ? 0 : quantity);

  const sendFile = async (at: Date): Promise<void> => {
    changesAt(at);
    const lines = shelf.map((line) => line.text.replace(`,${line.quantity},`, `,${quantityOf(line)},`));
    await shop.till.inventory.putStock({ ...ids, mode: "update", feed: feedOf([HEADER, ...lines]) });
  };
  const sendChanges = async (at: Date): Promise<void> => {
    const body = changesAt(at)
      .filter(({ price }) => Number(price) > 0)
      .map((line) => ({ barcode: line.barcode, price: line.price, quantity: quantityOf(line) }));
    if (body.length) await shop.till.inventory.patchStock({ ...ids, body });
  };

  const steps: Step[] = [];
  for (let day = since; day >= 0; day--) {
    const isFile = day === since || FILE_DAYS.includes(day);
    // The last two days have as many points as the chart of Home.
    for (const hour of day > 2 ? [OPENS_AT] : [OPENS_AT, 10, 12, 14, 16]) {
      const at = shop.at(day, hour);
      const run = isFile && hour === OPENS_AT ? sendFile : sendChanges;
      steps.push({ at, run: () => run(at) });
    }
  }
  return steps;
}
