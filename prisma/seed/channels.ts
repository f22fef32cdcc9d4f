import { feedOf, linesOf } from "./files.ts";
import type { DemoStore, Shop, Step } from "./shop.ts";

/** docs/google.md has the meaning of the digits in the sandbox. */
const LOCATIONS = {
  good: "4503599627370497001",
  disapproves: "9940800000000000001",
  withoutQuota: "9969990000000000001",
};
const TOO_SHORT = 40;

/** The product data, the channels, and two files that went wrong. */
export function channelSteps(
  { at, till, as: { owner, manager }, retailerId, stores }: Shop,
  products: string[],
): Step[] {
  const [london, , edinburgh, brighton] = stores;
  const search = (ids: DemoStore["ids"], locationId: string) =>
    owner.channels.enable({ ...ids, body: { type: "search", parameters: { locationId } } });
  const [header = "", ...lines] = ["SKU,Price,Quantity,Currency", ...linesOf("stock.csv").slice(0, TOO_SHORT)];
  return [
    { at: at(28, 6), run: () => till.products.putFeed({ retailerId, feed: feedOf(products) }) },
    {
      at: at(9, 13, 5),
      // The file has neither prices nor quantities.
      run: () =>
        manager.inventory
          .putStock({ ...brighton.ids, mode: "update", feed: feedOf(["Till report", "Tuesday"]) })
          .catch(() => undefined),
    },
    { at: at(1, 9, 10), run: () => search(london.ids, LOCATIONS.good) },
    { at: at(1, 9, 25), run: () => search(edinburgh.ids, LOCATIONS.disapproves) },
    { at: at(1, 9, 40), run: () => search(brighton.ids, LOCATIONS.withoutQuota) },
    {
      at: at(1, 18, 20),
      run: () => manager.inventory.putStock({ ...edinburgh.ids, mode: "replace", feed: feedOf([header, ...lines]) }),
    },
  ];
}
