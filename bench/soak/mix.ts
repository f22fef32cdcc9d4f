import type { Call } from "../../apps/worker/tests/faults/balancer.ts";
import type { Person, Shops, SoakStore } from "./shops.ts";

/** A call of the load, and the service that answers it. */
export interface Request extends Call {
  to: "rest" | "console";
}

const LINES = 2;
const IN_BATCH = 20;
/** Part of a feed's lines with another price than before. */
const CHANGED = 0.02;

const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** The calls of a running business, by kind, with their share of all calls. */
export function mixOf({ world, stores, people, barcodes }: Shops, consoleUrl: string) {
  const authorization = `Bearer ${world.key}`;
  const prices = new Map(barcodes.map((barcode, n) => [barcode, 1 + (n % 90)]));

  const shopOf = ({ retailerId }: { retailerId: string }) => `/v1/retailers/${retailerId}`;
  const inventoryOf = (store: SoakStore) => `${shopOf(store)}/stores/${store.storeId}/inventory`;
  const read = (path: string): Request => ({ to: "rest", method: "GET", path, headers: { authorization } });
  const write = (method: Call["method"], path: string, body: object): Request => ({
    to: "rest",
    method,
    path,
    body: JSON.stringify(body),
    headers: { authorization, "content-type": "application/json" },
  });

  /** A call as the pages make it. */
  const trpc = ({ cookie }: Person, procedure: string, input: object, isWrite = false): Request => {
    const batch = JSON.stringify({ 0: input });
    const path = `/api/trpc/${procedure}?batch=1`;
    const headers = { cookie, origin: consoleUrl, "content-type": "application/json" };
    return isWrite
      ? { to: "console", method: "POST", path, headers, body: batch }
      : { to: "console", method: "GET", path: `${path}&input=${encodeURIComponent(batch)}`, headers };
  };
  const page = ({ cookie }: Person, path: string): Request => ({
    to: "console",
    method: "GET",
    path,
    headers: { cookie },
  });

  function readSomething(): Request {
    const store = one(stores);
    return read(
      one([
        `${inventoryOf(store)}/items?page[size]=25`,
        `${inventoryOf(store)}/${one(barcodes)}`,
        `${shopOf(store)}/inventory/${one(barcodes)}`,
        `${shopOf(store)}/stores/${store.storeId}/events?page[size]=25`,
        `${shopOf(store)}/stores/${store.storeId}/channels/webhooks/deliveries?page[size]=25`,
        shopOf(store),
      ]),
    );
  }
  function sell(): Request {
    const lines = Array.from({ length: LINES }, () => one(barcodes));
    const body = [...new Set(lines)].map((barcode) => ({
      barcode,
      price: one([1, 2, 3, 4, 5]) * 1.5,
      quantity: Math.floor(Math.random() * 8),
    }));
    return write("PATCH", `${inventoryOf(one(stores))}/stock`, body);
  }
  function edit(): Request {
    const store = one(stores);
    const path = Math.random() < 0.2 ? `${shopOf(store)}/inventory` : inventoryOf(store);
    return write("PATCH", `${path}/${one(barcodes)}`, { hidden: Math.random() < 0.5 });
  }
  function editBatch(): Request {
    const { storeId, ...shop } = one(stores);
    const chosen = new Set(Array.from({ length: IN_BATCH }, () => one(barcodes)));
    const body = [...chosen].map((barcode) => ({ barcode, storeId, hidden: Math.random() < 0.5 }));
    return write("POST", `${shopOf(shop)}/inventory/customizations/batch`, body);
  }
  function feed(store: SoakStore): Request {
    for (const barcode of barcodes)
      if (Math.random() < CHANGED) prices.set(barcode, 1 + Math.floor(Math.random() * 90));
    const lines = barcodes.map((barcode) => `${barcode},${prices.get(barcode)}.50,5`);
    const headers = { authorization, "content-type": "text/csv" };
    const body = ["barcode,price,quantity", ...lines, ""].join("\n");
    return { to: "rest", method: "PUT", path: `${inventoryOf(store)}/stock`, headers, body };
  }
  function browse(): Request {
    const person = one(people);
    const { retailerId } = person;
    const storeId = one(person.storeIds);
    const barcode = one(barcodes);
    return one([
      () => page(person, `/shops/${retailerId}`),
      () => page(person, `/shops/${retailerId}/products?store=${storeId}`),
      () => trpc(person, "inventory.findProducts", { retailerId, filter: { storeId, q: barcode.slice(0, 11) } }),
      () => trpc(person, "inventory.getProduct", { retailerId, barcode }),
      () =>
        trpc(
          person,
          "customizations.edit",
          { retailerId, storeId, barcode, body: { hidden: Math.random() < 0.5 } },
          true,
        ),
    ])();
  }
  const signIn = ({ email, password }: Person): Request => ({
    to: "console",
    method: "POST",
    path: "/api/auth/sign-in/email",
    headers: { "content-type": "application/json", origin: consoleUrl },
    body: JSON.stringify({ email, password }),
  });

  return {
    kinds: {
      reads: { share: 0.45, make: readSomething },
      "tills' PATCH": { share: 0.28, make: sell },
      edits: { share: 0.15, make: edit },
      batches: { share: 0.01, make: editBatch },
      feeds: { share: 0.005, make: () => feed(one(stores)) },
      console: { share: 0.1, make: browse },
      "sign-ins": { share: 0.005, make: () => signIn(one(people)) },
    },
    feed,
    signIn,
  };
}

export type Mix = ReturnType<typeof mixOf>;
export type CallKind = keyof Mix["kinds"];
