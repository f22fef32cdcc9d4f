/**
 * `npm run bench -- waiting`: sends 24 calls of one partner at once behind a store that another process locks, and measures another
 * partner's GET while all 24 wait. bench/HOSTILE.md has results. The test apps/rest/tests/waiting-writes.test.ts covers all operations.
 */
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "../packages/db/src/index.ts";
import { live } from "../scripts/lifetime.ts";
import { openWorld } from "./ingest/world.ts";
import { startRest } from "./lib/rest-service.ts";

const AT_ONCE = 24;
const GETS = 50;

const line = "barcode,price,quantity\nmug,2.50,3\n";
const item = { barcode: "mug", price: 3, quantity: 2 };
const address = { address: "2 High Street", postcode: "N1 1AA", city: "London", country: "GB" };

/** Method, path below the retailer, and body. A text is a feed. */
const calls: [method: string, path: string, body: unknown][] = [
  ["PUT", "/stores/@store/inventory/stock", line],
  ["PATCH", "/stores/@store/inventory/stock", [item]],
  ["PATCH", "/stores/@store/inventory/mug", { hidden: true }],
  ["PATCH", "/inventory/mug", { hidden: true }],
  ["POST", "/inventory/customizations/batch", [{ barcode: "mug", hidden: true }]],
  ["PUT", "/inventory/products", "barcode,title\nmug,Mug\n"],
  [
    "POST",
    "/stores/@store/channels",
    { type: "search", parameters: { locationId: "1234567890", storeCode: "LONDON1" } },
  ],
  ["PATCH", "/stores/@store", { name: "Low Street", ...address }],
  ["DELETE", "/stores/@store", undefined],
];

await live(async (life) => {
  const world = await openWorld(life, { rows: 0, retailers: 1 });
  const other = await world.newPartner();
  const { origin } = await startRest(life, world, "waiting");
  const elsewhere = openDatabase({ url: world.url, connections: 1 });
  life.onEnd(() => elsewhere.close());

  async function get(): Promise<number> {
    const began = performance.now();
    const answer = await fetch(`${origin}/retailers/${other.retailerId}`, {
      headers: { authorization: `Bearer ${other.key}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`another partner's call was answered by ${answer.status}`);
    return performance.now() - began;
  }

  async function measure([method, path, body]: (typeof calls)[number], query: string): Promise<void> {
    const store = await world.newStore();
    await world.caller.inventory.patchStock({ ...store, body: [item] });
    const answers: number[] = [];
    const send = async (): Promise<void> => {
      const { status } = await fetch(
        `${origin}/retailers/${store.retailerId}${path.replace("@store", store.storeId)}${query}`,
        {
          method,
          headers: {
            authorization: `Bearer ${world.key}`,
            ...(body === undefined
              ? {}
              : { "content-type": typeof body === "string" ? "text/csv" : "application/json" }),
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        },
      );
      answers.push(status);
    };
    const waits: number[] = [];
    let early = 0;
    let all: Promise<unknown> = Promise.resolve();
    await elsewhere.sqlTransaction(
      store,
      async (tx) => {
        await tx.query("SELECT FROM retailer WHERE retailer_id = $1 FOR UPDATE", [store.retailerId]);
        await tx.query("SELECT FROM store WHERE retailer_id = $1 FOR UPDATE", [store.retailerId]);
        all = Promise.all(Array.from({ length: AT_ONCE }, send));
        // The first GET is sent at once, the others while the calls wait.
        for (let n = 0; n < GETS; n++) {
          waits.push(await get());
          await delay(10);
        }
        early = answers.length;
      },
      { idleMs: 60_000 },
    );
    await all;
    waits.sort((a, b) => a - b);
    const statuses = [...new Set(answers)].sort().join(", ");
    console.log(
      `| ${method} ${path}${query} | ${AT_ONCE - early} | ${waits[GETS >> 1]?.toFixed(1)} | ${waits.at(-1)?.toFixed(1)} | ${statuses} |`,
    );
  }

  for (let n = 0; n < 100; n++) await get();
  console.log(
    "| 24 calls at once | Still waiting | Other partner's GET, ms: p50 | most | Answers in the end |\n|---|---|---|---|---|",
  );
  for (const call of calls) for (const query of ["", "?dryRun=true"]) await measure(call, query);
});
