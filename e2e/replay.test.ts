import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { demo, rest, test } from "./demo.ts";
import { StrictReceiver } from "./strict-receiver.ts";

interface Item {
  barcode: string;
  status: string;
  price: number;
  quantity: number;
}

interface Line {
  barcode: string;
  price: number;
  quantity: number;
}

const SECRET = "TheShamblesReceiver2026";
const BATCH = 200;
const path = `/stores/${demo.storeIds[1]}`;

/** Without the hidden products, which a receiver sees as out of stock. */
async function itemsOfStore(): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | null = `${path}/inventory/items?hidden=false&page[size]=100`;
  while (next) {
    const page: { data: Item[]; links: { next: string | null } } = await rest("GET", next);
    items.push(...page.data);
    next = page.links.next;
  }
  return items;
}

/** The line that the tills send after each sale: the new quantity and the price. */
function tillsOf(items: Item[]): Line[] {
  const left = new Map(items.map(({ barcode, quantity }) => [barcode, quantity]));
  const [, ...sales] = readFileSync(join(import.meta.dirname, "../prisma/demo/sales.csv"), "utf8")
    .trim()
    .split("\n");
  return sales.flatMap((sale) => {
    const [, , barcode = "", sold, price] = sale.split(",");
    const before = left.get(barcode);
    if (before === undefined) return [];
    const quantity = before - Number(sold);
    left.set(barcode, quantity);
    return [{ barcode, price: Number(price), quantity }];
  });
}

const pictureOf = (items: Item[]) =>
  new Map(items.map(({ barcode, status, price }) => [barcode, `${status} ${price}`]));

test("replaying the demo's sales: the receiver's picture of every item equals the database's, each signature right", async () => {
  const receiver = new StrictReceiver(SECRET);
  try {
    const webhookUrl = await receiver.listen();
    await rest("POST", `${path}/channels`, { type: "webhook", parameters: { webhookUrl, secret: SECRET } });
    await expect.poll(() => receiver.calls.at(0)?.action).toBe("webhook.enabled");

    const before = await itemsOfStore();
    const picture = pictureOf(before);
    const lines = tillsOf(before);
    expect(lines.length).toBeGreaterThan(2_000);
    for (let first = 0; first < lines.length; first += BATCH) {
      await rest("PATCH", `${path}/inventory/stock`, lines.slice(first, first + BATCH));
    }

    const truth = pictureOf(await itemsOfStore());
    expect(truth).not.toEqual(picture);
    let applied = 0;
    await expect
      .poll(
        () => {
          for (const { action, data } of receiver.calls.slice(applied)) {
            applied += 1;
            if (action === "inventory.update") picture.set(data.barcode, `${data.status} ${data.price}`);
          }
          return [...truth].filter(([barcode, state]) => picture.get(barcode) !== state).length;
        },
        { message: "items that the receiver has another picture of", timeout: 90_000 },
      )
      .toBe(0);
    expect(picture).toEqual(truth);
    expect(receiver.refused).toEqual([]);
    expect(new Set(receiver.calls.map(({ sequence }) => sequence)).size).toBe(receiver.calls.length);
  } finally {
    await rest("DELETE", `${path}/channels/webhook`);
    await receiver.close();
  }
});
