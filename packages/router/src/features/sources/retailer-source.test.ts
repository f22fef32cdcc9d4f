import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { authenticateUpload } from "../keys/index.ts";
import { FetchFailed, type FetchFeed } from "../pulls/internal/pull-source.ts";
import { pullDueSources } from "../pulls/pull-due-sources.ts";

let world: TestContext;
let retailerId: string;
let leeds: { retailerId: string; storeId: string };

beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());
beforeEach(async () => {
  retailerId = (await world.retailer()).id;
  leeds = (await world.store(retailerId, { name: "Leeds" })).ids;
  await world.store(retailerId, { name: "York" });
});

const call = () => createCaller(world.ctx).inventory;
const columns = { store: "Supplier" };
const text = "Supplier,EAN,Price,Qty\nLeeds,mug,4.50,12\nYork,mug,4.50,7\n";

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function upload(key: string, fileName = "stock.csv") {
  const actor = await authenticateUpload(world.ctx.db, key);
  return createCaller(world.as(actor)).uploads.put({ fileName, feed: bytes() });
}

test("the upload key of a retailer sends files of all stores, with the columns and the mode of its source", async () => {
  const parameters = { columns, mode: "replace" as const };
  const { nextSteps, ...source } = await call().connectFiles({
    retailerId,
    body: { provider: "csv-upload", parameters },
  });
  expect(source).toMatchObject({ status: "pending", parameters, version: 1, latestFile: null });
  expect(await upload(nextSteps.uploadKey)).toMatchObject({ mode: "replace", storesDone: 2, columns });
  expect(await call().getItem({ ...leeds, barcode: "mug" })).toMatchObject({ quantity: 12 });
  expect(await call().getFileSource({ retailerId })).toMatchObject({
    status: "connected",
    latestFile: { numberOfLines: 2 },
  });
});

test("a new connection and a disconnection end the key", async () => {
  const connect = () => call().connectFiles({ retailerId, body: { provider: "csv-upload", parameters: { columns } } });
  const first = await connect();
  const second = await connect();
  const unauthorized = { cause: { code: "Unauthorized" } };
  await expect(upload(first.nextSteps.uploadKey)).rejects.toMatchObject(unauthorized);
  await call().disconnectFiles({ retailerId });
  await expect(upload(second.nextSteps.uploadKey)).rejects.toMatchObject(unauthorized);
  expect(await call().getFileSource({ retailerId })).toMatchObject({ status: "disconnected", version: 3 });
});

test("remembered columns count for the next files, and keep the upload key", async () => {
  const { nextSteps } = await call().connectFiles({ retailerId, body: { provider: "csv-upload", parameters: {} } });
  await expect(upload(nextSteps.uploadKey)).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  await call().rememberFileColumns({ retailerId, columns });
  expect(await call().rememberFileColumns({ retailerId, decimalSign: "." })).toMatchObject({
    parameters: { columns, decimalSign: "." },
  });
  expect(await upload(nextSteps.uploadKey)).toMatchObject({ storesDone: 2 });
});

test("columns are remembered without a source, which begins without a key", async () => {
  const source = await call().rememberFileColumns({ retailerId, columns });
  expect(source).toMatchObject({ status: "pending", provider: { id: "csv-upload" }, parameters: { columns } });
  expect(await call().putFile({ retailerId, feed: bytes() })).toMatchObject({ storesDone: 2 });
  expect(await world.ctx.db.prisma.uploadKey.count({ where: { retailerId } })).toBe(0);
});

test("a stale version changes nothing", async () => {
  await call().connectFiles({ retailerId, body: { provider: "csv-upload", parameters: {} } });
  const stale = createCaller({ ...world.ctx, ifMatch: new Set([7]) }).inventory;
  await expect(stale.disconnectFiles({ retailerId })).rejects.toMatchObject({ cause: { code: "PreconditionFailed" } });
  expect((await call().getFileSource({ retailerId })).status).toBe("pending");
});

test("a file of all stores is fetched once per interval; a failure warns, and is tried again after a minute", async () => {
  const parameters = {
    url: "https://93.184.216.34/all.csv",
    intervalMinutes: 15,
    authorization: "Basic canary",
    columns,
  };
  await call().connectFiles({ retailerId, body: { provider: "http-pull", parameters } });
  const failing: FetchFeed = async ({ authorization }) => {
    throw new FetchFailed(`The server answered 404 to ${authorization === "Basic canary" ? "the" : "no"} password.`);
  };
  const file: FetchFeed = async () => ({
    ...{ bytes: bytes(), validators: { etag: null, lastModified: null } },
    close: async () => undefined,
  });
  const pull = (fetch: FetchFeed) => pullDueSources(world.asSystem(), fetch);
  const source = () => call().getFileSource({ retailerId });
  expect(await pull(failing)).toBe(1);
  expect((await source()).warnings).toMatchObject([{ id: "FeedNotFetched" }]);
  expect((await source()).warnings[0]?.message).toContain("404 to the password");
  expect(await pull(file)).toBe(0);
  world.advance(60_000);
  expect(await pull(file)).toBe(1);
  expect(await source()).toMatchObject({ status: "connected", warnings: [], latestFile: { numberOfLines: 2 } });
  expect(await pull(file)).toBe(0);
  world.advance(15 * 60_000);
  expect(await pull(file)).toBe(1);
  expect(JSON.stringify(await source())).not.toContain("canary");
});

test("a retailer is deleted with its source and its files", async () => {
  await call().connectFiles({ retailerId, body: { provider: "csv-upload", parameters: { columns } } });
  await call().putFile({ retailerId, feed: bytes() });
  const caller = createCaller(world.ctx);
  for (const { id: storeId } of (await caller.stores.list({ retailerId, page: {} })).data)
    await caller.stores.delete({ retailerId, storeId });
  await caller.retailers.delete({ retailerId });
  for (const table of ["upload_key", "retailer_source", "stock_file", "stock_file_part", "stock_file_line"])
    expect(await world.ctx.db.query(`SELECT FROM ${table} WHERE retailer_id = $1`, [retailerId])).toEqual([]);
});
