import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

let world: TestContext;
let leeds: { retailerId: string; storeId: string };

beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { id } = await world.retailer();
  leeds = (await world.store(id, { name: "Leeds", externalId: "L-1" })).ids;
  await world.store(id, { name: "York", externalId: "Y-1" });
});

const call = () => createCaller(world.ctx).inventory;

async function put(...lines: string[]) {
  async function* feed() {
    yield Buffer.from(`${lines.join("\n")}\n`);
  }
  return call().putStock({ ...leeds, mode: "update", feed: feed() });
}

const shelf = async () => {
  const { data } = await call().listItems({ ...leeds, page: { size: 100 } });
  return Object.fromEntries(data.map(({ barcode, quantity }) => [barcode, quantity]));
};

test("a place that names any store of the retailer makes its column one of stores: a store takes its own lines", async () => {
  const ingest = await put("Location,EAN,Price,Qty", "L-1,mug,4.50,12", "York,mug,4.50,0", "leeds,hat,2.00,3");
  expect(ingest).toMatchObject({ validLines: 2, rejectedLines: 0, columns: { store: "Location" } });
  expect(await shelf()).toEqual({ mug: 12, hat: 3 });
});

test("without a line of the store the file is refused, and the error names the stores", async () => {
  await expect(put("store_code,EAN,Price,Qty", "Y-1,mug,4.50,12")).rejects.toMatchObject({
    cause: { code: "UnrecognisedFeed", members: { seen: ["Y-1"] } },
  });
  expect(await shelf()).toEqual({});
});

test("if no place is a known store, a barcode with two quantities is rejected, because each may be of another store", async () => {
  const ingest = await put(
    "Location,EAN,Price,Qty",
    "A1,mug,4.50,12",
    "A2,mug,4.50,0",
    "A1,hat,2.00,3",
    "A2,hat,2.00,3",
  );
  expect(ingest).toMatchObject({ validLines: 1, rejectedLines: 3, numberOfLines: 4, ignoredColumns: ["Location"] });
  expect(await shelf()).toEqual({ hat: 3 });
  const { data } = await call().listRejections({ ...leeds, ingestId: ingest.id, page: { size: 10 } });
  expect(data.map(({ line, code }) => [line, code])).toEqual([
    [2, "several_quantities"],
    [3, "several_quantities"],
    [4, "superseded"],
  ]);
});

test("lines of a barcode with several prices are rejected, because each may be of another country", async () => {
  const ingest = await put("Country,EAN,Price,Qty", "GB,mug,4.50,12", "DE,mug,5.20,12", "GB,hat,2.00,3");
  expect(ingest).toMatchObject({ validLines: 1, rejectedLines: 2 });
  expect(await shelf()).toEqual({ hat: 3 });
});

test("lines of a barcode with several serial numbers are rejected, also if each has the same quantity", async () => {
  const ingest = await put("Serial,EAN,Price,Qty", "S1,mug,4.50,1", "S2,mug,4.50,1", "S3,hat,2.00,1", "S3,hat,2.00,1");
  expect(ingest).toMatchObject({ validLines: 1, rejectedLines: 3, ignoredColumns: ["Serial"] });
  expect(await shelf()).toEqual({ hat: 1 });
});

test("lines of a barcode in several currencies are rejected, and others in one currency are corrections", async () => {
  const ingest = await put(
    "EAN,Price,Currency,Qty",
    "mug,4.50,GBP,12",
    "mug,5.20,EUR,12",
    "hat,2.00,GBP,3",
    "hat,2.00,,4",
    "cap,3.00,EUR,5",
  );
  expect(ingest).toMatchObject({ validLines: 2, rejectedLines: 3 });
  expect(await shelf()).toEqual({ hat: 4, cap: 5 });
});

test("with the column of stores switched off, the last line counts", async () => {
  await call().rememberColumns({ ...leeds, columns: { store: [] } });
  await put("Location,EAN,Price,Qty", "A1,mug,4.50,12", "A2,mug,4.50,7");
  expect(await shelf()).toEqual({ mug: 7 });
});
