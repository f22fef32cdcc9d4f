import { openDatabase, type Sql } from "@highstreet/db";
import { pngOf } from "@highstreet/telemetry/testing/png";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import { afterAll, expect, test } from "vitest";
import { templateOf } from "../src/openapi/operation.ts";
import { operations } from "../src/operations/index.ts";
import { nameOf, type Operation } from "../src/operations/operation.ts";
import { operations as documented } from "./fuzz/operations.ts";
import { createWorld, inWorld, partnerOf, type World } from "./fuzz/world.ts";
import { startRest } from "./start-rest.ts";

/** Half of the pool. */
const MAX_CONNECTIONS = 5;
/**
 * Calls of each endpoint at once. Dry runs take the most time. One more call than connections shows whether an endpoint takes more.
 * All writes together stay below the 1,000 calls of a partner that may wait.
 */
const atOnce = { read: 24, write: MAX_CONNECTIONS + 1, "dry run": rounds(24, MAX_CONNECTIONS + 1) };

// A deadline that no call meets on a slow machine. Another test covers the deadline.
const rest = await startRest({}, { timeouts: { waitMs: 240_000 } });
const { t, call } = rest;
/** For PostgreSQL, another process. */
const elsewhere = openDatabase({ url: t.databaseUrl, connections: 1 });
afterAll(async () => {
  await elsewhere.close();
  await rest.close();
});

const stranger = await t.newPartner();

/** The names of path parameters in a world. */
const named: Record<string, string> = {
  retailerId: "retailer",
  storeId: "store",
  customizationId: "storeCustomization",
  ingestId: "ingest",
  ruleId: "rule",
  endpointId: "endpoint",
  fileId: "stockFile",
  entryId: "createdEntry",
  keyId: "key",
  operationId: "operation",
  sequence: "delivery",
};
const values: Record<string, string> = {
  barcode: "mug",
  type: "webhooks",
  connector: "shopify",
  fileName: "stock.csv",
};

/** Endpoints with a documented example that would be refused before the call meets a lock. */
const special: Record<string, { body?: unknown; ids?: Record<string, string> }> = {
  "POST /retailers/:retailerId/stores/:storeId/inventory/ingests/:ingestId/accept": {
    ids: { storeId: "secondStore", ingestId: "heldIngest" },
  },
  "POST /retailers/:retailerId/stores/:storeId/inventory/ingests/:ingestId/discard": {
    ids: { storeId: "secondStore", ingestId: "heldIngest" },
  },
  "POST /retailers/:retailerId/inventory/ingests/:ingestId/undo": { ids: { ingestId: "productIngest" } },
  "POST /retailers/:retailerId/inventory/customizations/bulk": {
    body: { filter: { q: "50000000001" }, edit: { hidden: true }, selection: "@selection@" },
  },
  "POST /retailers/:retailerId/rules/order": { body: { ids: ["@rule@"] } },
  "PUT /retailers/:retailerId/inventory/stock": { body: "Store,EAN,Price,Qty\n@store@,5000000000017,1.00,4\n" },
  "PUT /retailers/:retailerId/inventory/:barcode/image": { body: pngOf(100, 100) },
  "PUT /retailers/:retailerId/stores/:storeId/inventory/:barcode/image": { body: pngOf(100, 100) },
  "PUT /retailers/:retailerId/test-clock": { ids: { retailerId: "testRetailer" } },
  "DELETE /retailers/:retailerId": { ids: { retailerId: "emptyRetailer" } },
  "DELETE /retailers/:retailerId/stores/:storeId": { ids: { storeId: "secondStore" } },
  // The product is hidden already, and an edit that changes nothing waits for nothing.
  "PATCH /retailers/:retailerId/stores/:storeId/inventory/:barcode": { body: { hidden: false } },
  "DELETE /retailers/:retailerId/inventory/customizations": { body: { barcode: "5000000000017" } },
};

/** Endpoints with calls that end only after the lock is released: each write below a retailer. */
const waiting: ReadonlySet<string> = new Set(
  operations.filter(({ method, path }) => method !== "GET" && /:retailerId|uploads/.test(path)).map(nameOf),
);

/** Feeds are last: while they wait for a parser, they do not count as waiting. */
const inOrder = [...operations].sort((a, b) => Number(a.body === "stream") - Number(b.body === "stream"));

function requestOf(route: Operation, world: World, isDryRun: boolean) {
  const { body: given, ids = {} } = special[nameOf(route)] ?? {};
  const path = route.path.replace(
    /:(\w+)/g,
    (_, name: string) => values[name] ?? world.get(ids[name] ?? named[name] ?? "") ?? "missing",
  );
  const operation = documented.find(
    ({ method, path: template }) => method === route.method && template === templateOf(route.path),
  );
  const isText = given && !Buffer.isBuffer(given);
  const body = isText ? JSON.parse(inWorld(JSON.stringify(given), world)) : (given ?? operation?.examples[0]);
  return {
    url: isDryRun ? `${path}?dryRun=true` : path,
    key: world.get(operation?.opener ?? "secret") ?? null,
    headers: { "content-type": route.body === "stream" ? "text/csv" : "application/json" },
    ...(body === undefined ? {} : { body }),
  };
}

/** Each for one retailer, because a distributed database locks the rows of one machine at a time. */
const lockShop = ["retailer", "store"].map((table) => `SELECT FROM ${table} WHERE retailer_id = $1 FOR UPDATE`);

type Holder = "this process" | "another process";

/**
 * Runs `work` while another transaction locks all retailers and stores of a world, and a store's queue in this process.
 */
async function whileHeld(where: Holder, partnerId: string, world: World, work: () => Promise<void>): Promise<void> {
  const db = where === "this process" ? t.ctx.db.shareOf(partnerId) : elsewhere;
  const retailerId = world.get("retailer") ?? "";
  const scope = { retailerId, storeId: world.get("store") };
  const hold = async (tx: Sql) => {
    for (const locked of [retailerId, world.get("emptyRetailer"), world.get("testRetailer")])
      for (const lock of lockShop) await tx.query(lock, [locked]);
    await work();
  };
  await db.sqlTransaction(scope, hold, { idleMs: 600_000 });
}

const holders: readonly Holder[] = ["this process", "another process"];
const kinds = ["read", "dry run", "write"] as const;

test.each(holders.flatMap((where) => kinds.map((kind) => ({ where, kind }))))(
  "many calls of each endpoint that meet a shop locked in $where leave connections for other partners ($kind)",
  { timeout: 300_000 },
  async ({ where, kind }) => {
    const isDryRun = kind === "dry run";
    const world = await createWorld(t, new Map());
    const partnerId = await partnerOf(t, world);
    const used = () => t.ctx.db.usedBy(partnerId);
    const ended: string[] = [];
    const calls: Promise<{ name: string; status: number; body: string }>[] = [];

    async function send(route: Operation, n: number) {
      const name = nameOf(route);
      const request = requestOf(route, world, isDryRun);
      const once: Record<string, string> = n % 2 ? { "idempotency-key": `${name} ${n}` } : {};
      const answer = await call(route.method, request.url, { ...request, headers: { ...request.headers, ...once } });
      ended.push(name);
      return { name, status: answer.statusCode, body: answer.body };
    }

    let counted = 0;
    await whileHeld(where, partnerId, world, async () => {
      for (const route of inOrder.filter(({ method }) => (method === "GET") === (kind === "read"))) {
        const message = nameOf(route);
        for (let n = 0; n < atOnce[kind]; n++) calls.push(send(route, n));
        // Feeds also wait for a parser, and do not count then.
        if (route.body !== "stream") counted += atOnce[kind];
        await expect
          .poll(() => used().connections + used().waiting + ended.length, { timeout: 60_000, interval: 5, message })
          .toBeGreaterThanOrEqual(counted);
        const other = await call("GET", "/retailers", { key: stranger.key.key });
        expect(other.statusCode, message).toBe(200);
        expect(new Set(ended).intersection(waiting), message).toEqual(new Set());
        expect(used().connections, message).toBeLessThanOrEqual(MAX_CONNECTIONS);
      }
    });

    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    if (isDryRun) {
      // Each call met the lock, and none was refused before. So this table of requests is right.
      const refused = answers.filter(({ name, status }) => waiting.has(name) && status >= 300);
      expect(refused).toEqual([]);
    }
  },
);
