import { openDatabase } from "@highstreet/db";
import { createTestContext } from "@highstreet/router/testing";
import { startSending } from "@highstreet/router/testing/listings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expireUnseen } from "../src/features/ingest/index.ts";
import { publishListings, reconcileListings } from "../src/features/listings/index.ts";
import type { Context } from "../src/kernel/context.ts";
import { createCaller } from "../src/router.ts";

const LINES = 1_200;
/** Rows that a node of a plan may handle for each line: events, listings and the cases of all rules. */
const MAX_ROWS_FOR_A_LINE = 12;

const t = await createTestContext();
interface Node {
  "Node Type": string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Node[];
}
let heaviest = { rows: 0, node: "", statement: "" };
const rowsOf = (node: Node): number =>
  (node["Actual Loops"] ?? 0) *
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Join Filter"] ?? 0));
function weigh(node: Node, statement: string): void {
  const rows = rowsOf(node);
  if (rows > heaviest.rows) heaviest = { rows, node: node["Node Type"], statement };
  for (const one of node.Plans ?? []) weigh(one, statement);
}

/** PostgreSQL sends the plan of each statement, with its rows, as a warning. The tables keep the statistics of an empty database. */
const explained = `
  ${["log_min_duration = 0", "log_analyze = on", "log_timing = off", "log_format = json", "log_level = warning"]
    .map((setting) => `auto_explain.${setting}`)
    .concat("session_preload_libraries = auto_explain")
    .map((setting) => `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${setting}', current_database()); END $$;`)
    .join("\n")}
  ${["stock_item", "store_product", "product", "rule_effect", "listing", "listing_change", "store_event"]
    .map((table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false);`)
    .join("\n")}`;

let db: ReturnType<typeof openDatabase>;
let ctx: Context;
beforeAll(async () => {
  await t.ctx.db.query(explained);
  db = openDatabase({ url: t.databaseUrl, connections: 2 });
  db.pool.on("acquire", (client) => {
    if (client.listenerCount("notice")) return;
    client.on("notice", ({ message = "" }) => {
      const [, json] = /plan:\n([\s\S]*)/.exec(message) ?? [];
      if (json === undefined) return;
      const { "Query Text": statement, Plan: plan } = JSON.parse(json) as { "Query Text": string; Plan: Node };
      weigh(plan, statement);
    });
  });
  ctx = { ...t.ctx, db };
});
afterAll(async () => {
  await db.close();
  await t.close();
});

async function* csv(pence: number, count = LINES): AsyncGenerator<Uint8Array> {
  const lines = Array.from(
    { length: count },
    (_, n) => `item-${n},${(pence + n) / 100},5,Mug ${pence} ${n},Brand ${n % 7}\n`,
  );
  yield Buffer.from(`barcode,price,quantity,title,brand\n${lines.join("")}`);
}
async function* products(word: string): AsyncGenerator<Uint8Array> {
  const lines = Array.from({ length: LINES }, (_, n) => `item-${n},${word} ${n},Brand ${n % 5}\n`);
  yield Buffer.from(`barcode,title,brand\n${lines.join("")}`);
}

test("in a new database, no statement of a feed of a shop with rules and listings compares each line with each item", async () => {
  const caller = createCaller(ctx);
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  await startSending(t.ctx, ids, "loc-1");
  const rules = [
    { name: "Dear", when: { all: [{ price: { from: 1 } }] }, effect: { safetyStock: 1 } },
    { name: "Brand", when: { all: [{ brand: { is: ["Brand 3"] } }] }, effect: { hidden: true } },
    { name: "Title", when: { all: [{ quantity: { from: 1 } }] }, effect: { title: "{title} {brand}" } },
  ];
  const create = async (body: object) => {
    const { plan } = await caller.rules.create({ retailerId, onlyPlan: true, body } as never);
    await caller.rules.create({ retailerId, body: { ...body, preview: plan?.preview } } as never);
  };
  for (const body of rules) await create(body);
  const seen: [string, typeof heaviest][] = [];
  const watch = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    t.advance(1_000);
    heaviest = { rows: 0, node: "", statement: "" };
    await work();
    seen.push([name, heaviest]);
  };
  const put = (pence: number) => caller.inventory.putStock({ ...ids, mode: "replace", feed: csv(pence) });
  await watch("the first feed", () => put(100));
  const system: Context = { ...ctx, actor: { kind: "system" } };
  await watch("the first listings", () => publishListings(system));
  await watch("a feed that changes all", () => put(200));
  await watch("listings that change", () => publishListings(system));
  await watch("their comparison", () => reconcileListings(system, { since: ctx.now() }));
  const { id: ingestId } = await put(300);
  await watch("its undo", () => caller.inventory.undoIngest({ ...ids, ingestId }));
  await watch("the first product feed", () => caller.products.putFeed({ retailerId, feed: products("Cup") }));
  await watch("a product feed that changes all", () => caller.products.putFeed({ retailerId, feed: products("Jug") }));
  const undone = await caller.products.putFeed({ retailerId, feed: products("Pot") });
  await watch("its undo", () => caller.products.undoIngest({ retailerId, ingestId: undone.id }));
  await watch("a rule of all items", () =>
    create({ name: "All", when: { all: [{ quantity: { from: 0 } }] }, effect: { notIn: ["local_ads"] } }),
  );
  await watch("a bulk edit of all items", async () => {
    const body = { filter: {}, edit: { hidden: true } };
    const { selection } = await caller.operations.planEdit({ retailerId, body });
    await caller.operations.editByFilter({ retailerId, body: { ...body, selection } });
  });
  t.advance(40 * 86_400_000);
  await caller.inventory.putStock({ ...ids, mode: "update", feed: csv(100, 1) });
  await watch("items that no feed has named for weeks", () => expireUnseen(system));
  const heavy = seen.filter(([, { rows }]) => rows > MAX_ROWS_FOR_A_LINE * LINES);
  expect(heavy).toEqual([]);
  // A batch of listings has 256.
  expect(seen.filter(([, { rows }]) => rows < 256)).toEqual([]);
}, 120_000);
