import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Database, openDatabase } from "@highstreet/db";
import { childEnv, emptyDatabase, type TestDatabase } from "@highstreet/db/testing";
import { freePort } from "@highstreet/db/testing/free-ports";
import { londonStore } from "@highstreet/router/testing";
import { isFullRun } from "@highstreet/telemetry/testing/rounds";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReceiver } from "../receiver.ts";
import { SECRET, until } from "../shop.ts";
import { Balancer } from "./balancer.ts";
import { CALLERS, type Load, lost, outOfOrder, type StoreIds, startLoad } from "./load.ts";
import { hasNewMigrations, hasPreviousRelease, release, unpackPreviousRelease } from "./previous-release.ts";
import { end, killAll, startRestProcess, startWorker } from "./processes.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const STORES = 3;
const secretKey = randomBytes(32).toString("base64");

let database: TestDatabase;
let db: Database;
let previous: ReturnType<typeof unpackPreviousRelease> | undefined;
beforeAll(async () => {
  database = await emptyDatabase();
  db = openDatabase({ url: database.url, connections: 2 });
  if (hasPreviousRelease) previous = unpackPreviousRelease();
});
afterAll(async () => {
  await killAll();
  await db.close();
  await database.drop();
  previous?.remove();
});

/** Runs a script of a release to its end. */
async function run(root: string, ...args: string[]): Promise<string> {
  const env = { ...childEnv, DATABASE_URL: database.url, HIGHSTREET_SECRET_KEY: secretKey };
  return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout;
}

/** Stores of one retailer with a verified receiver, made by calls. */
async function connectStores(origin: string, key: string, webhookUrl: string): Promise<StoreIds[]> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${origin}/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const stores = Array.from({ length: STORES }, (_, n) => ({ ...londonStore, name: `Store ${n}` }));
  const made = await call<{ id: string; stores: { id: string }[] }>("POST", "/retailers", { name: "Shop", stores });
  const all = made.stores.map(({ id }) => ({ retailerId: made.id, storeId: id }));
  for (const { retailerId, storeId } of all) {
    const channels = `/retailers/${retailerId}/stores/${storeId}/channels`;
    await call("POST", channels, { type: "webhook", parameters: { webhookUrl, secret: SECRET } });
    await until(async () => (await call<{ status: string }>("GET", `${channels}/webhooks`)).status === "connected");
  }
  return all;
}

const schema = () =>
  db.query(
    `SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  );

test(`${release} and this version work together on the new schema under load, and a rollback loses nothing; this version waits on the old schema`, {
  timeout: 600_000,
}, async (context) => {
  if (!hasPreviousRelease) {
    const line = `This clone lacks ${release}: run “git fetch --unshallow --tags”, then “npm run faults -- upgrade”.`;
    if (isFullRun) throw new Error(line);
    console.error(`The upgrade was not tested. ${line}`);
    return context.skip();
  }
  const old = { databaseUrl: database.url, secretKey, root: previous?.root ?? "" };
  const own = { databaseUrl: database.url, secretKey };
  await run(old.root, "scripts/migrate.ts");
  const partner = await run(old.root, "scripts/admin.ts", "partner", "create", "--name", "Tills", "--json");
  const { key } = JSON.parse(partner) as { key: string };
  const [oldRest, oldWorker] = await Promise.all([startRestProcess(old), startWorker(old)]);
  const balancer = new Balancer();
  const receiver = await startReceiver(SECRET);
  await balancer.add(oldRest.origin);
  const stores = await connectStores(oldRest.origin, key, receiver.url);
  const load = startLoad(balancer, stores, key);
  /** Every caller has called since, and the receiver has heard. */
  const carriesOn = async ({ calls }: Load = load) => {
    const [called, heard] = [calls(), receiver.calls.length];
    await until(() => calls() > called + 12 * CALLERS && receiver.calls.length > heard + 4 * CALLERS, 120_000);
  };
  await carriesOn();

  const ports = [await freePort(), await freePort()];
  const before = await schema();
  const [newRest, newWorker] = [startRestProcess, startWorker].map((start, n) =>
    start({ ...own, env: { HIGHSTREET_METRICS_PORT: String(ports[n]) } }),
  ) as [ReturnType<typeof startRestProcess>, ReturnType<typeof startWorker>];
  if (hasNewMigrations) {
    // This version on the old schema: alive, not ready, and nothing changes.
    for (const port of ports) {
      const readyz = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(async (answer) => [answer.status, await answer.text()]);
      await expect
        .poll(() => readyz().catch(String))
        .toEqual([503, expect.stringMatching(/^The database lacks \d+ migrations/)]);
    }
    await carriesOn();
    expect(await schema()).toEqual(before);
    expect(await db.query("SELECT FROM delivery_worker")).toHaveLength(1);

    // The release, under load.
    expect(await run(ROOT, "scripts/migrate.ts")).toMatch(/^applied /);
  }
  const [{ origin, child: rest }, worker] = await Promise.all([newRest, newWorker]);
  await balancer.add(origin);
  await carriesOn();
  await Promise.all([end(oldRest.child), end(oldWorker)]);
  await balancer.remove(oldRest.origin);
  await carriesOn();

  // The rollback: only processes of the previous release, on the new schema.
  const [backRest] = await Promise.all([startRestProcess(old), startWorker(old)]);
  await balancer.add(backRest.origin);
  await carriesOn();
  await Promise.all([end(rest), end(worker)]);
  await balancer.remove(origin);
  await carriesOn();
  await load.stop();
  await balancer.close();

  await until(async () => !(await db.query("SELECT FROM delivery_work")).length, 120_000);
  expect(load.failures).toEqual([]);
  const told = new Set(receiver.calls.map(({ data }) => data.barcode));
  expect(load.sold.filter((barcode) => !told.has(barcode))).toEqual([]);
  for (const { retailerId, storeId } of stores) expect(await db.query(lost, [retailerId, storeId])).toEqual([]);
  expect([outOfOrder(receiver.calls), receiver.faults]).toEqual([[], []]);
  await receiver.close();
  const others = previous?.packages.length ? `; it ran with other versions of ${previous.packages.join(", ")}` : "";
  console.log(
    `${release}: ${load.calls()} calls, 0 failed; ${load.sold.length} items, ${receiver.calls.length} deliveries, 0 lost or out of order${others}`,
  );
});
