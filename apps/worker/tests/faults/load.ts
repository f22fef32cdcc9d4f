import { setTimeout as delay } from "node:timers/promises";
import { attemptsOf } from "@highstreet/delivery";
import type { Received } from "../receiver.ts";
import type { Answer, Balancer, Call } from "./balancer.ts";

export const CALLERS = 6;
/** Pause of a caller, so that the callers leave processor time for the fleet. */
const PAUSE_MS = 20;

export interface StoreIds {
  retailerId: string;
  storeId: string;
}

export type Load = ReturnType<typeof startLoad>;

/** Callers that sell new items, change the price of one item again and again, hide it, show it, read, and send a file. */
export function startLoad(balancer: Balancer, stores: StoreIds[], key: string) {
  const failures: Answer[] = [];
  /** Barcodes of new items in writes with a good answer. */
  const sold: string[] = [];
  let calls = 0;
  let isOver = false;
  const call = async (method: Call["method"], path: string, type: string, body?: string): Promise<boolean> => {
    calls++;
    const headers = { authorization: `Bearer ${key}`, "content-type": type };
    const answer = await balancer.call({ method, path: `/v1${path}`, headers, ...(body && { body }) });
    if (answer.status !== undefined && answer.status < 300) return true;
    failures.push(answer);
    return false;
  };
  const loop = async (caller: number, ids: StoreIds): Promise<void> => {
    const moving = `moving-${caller}`;
    const inventory = `/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory`;
    const json = (method: Call["method"], path: string, body?: object) =>
      call(method, inventory + path, "application/json", body && JSON.stringify(body));
    for (let n = 1; !isOver; n++) {
      const barcode = `sold-${caller}-${n}`;
      const lines = [barcode, moving].map((one) => ({ barcode: one, price: n, quantity: 5 }));
      if (await json("PATCH", "/stock", lines)) sold.push(barcode);
      await json("PATCH", `/${moving}`, { hidden: n % 2 === 1 });
      await json("GET", "/items");
      const file = `barcode,price,quantity\nfile-${caller}-${n},2.50,5\n`;
      if (n % 10 === 1 && (await call("PUT", `${inventory}/stock?mode=update`, "text/csv", file)))
        sold.push(`file-${caller}-${n}`);
      await delay(PAUSE_MS);
    }
  };
  const loops = Array.from({ length: CALLERS }, (_, n) => loop(n, stores[n % stores.length] as StoreIds));
  return {
    calls: () => calls,
    failures,
    sold,
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

/** Events without a delivery that no newer event of the item explains. */
export const lost = `
  SELECT e.sequence FROM store_event e
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.action = 'inventory.update'
    AND NOT EXISTS (SELECT FROM ${attemptsOf("e.sequence")} a WHERE a.outcome IN ('delivered', 'superseded'))`;

/** Calls with a state of an item that came after a newer state of this item. Each barcode is in one store. */
export function outOfOrder(calls: Received[]): Received[] {
  const newest = new Map<unknown, number>();
  const ofItems = calls.filter(({ action }) => action === "inventory.update");
  return ofItems.filter(({ data: { barcode }, sequence }) => {
    const before = newest.get(barcode) ?? 0;
    newest.set(barcode, Math.max(before, sequence));
    return sequence < before;
  });
}
