import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { dryRunFeed } from "../dry-run/index.ts";
import { applyStockFiles } from "./index.ts";
import type { StockFile } from "./ingest.schema.ts";

let world: TestContext;
let retailerId: string;
let leeds: { retailerId: string; storeId: string };
let york: { retailerId: string; storeId: string };

beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());
beforeEach(async () => {
  retailerId = (await world.retailer()).id;
  leeds = (await world.store(retailerId, { name: "Leeds", externalId: "L-1" })).ids;
  york = (await world.store(retailerId, { name: "York", externalId: "Y-1" })).ids;
});

const call = () => createCaller(world.ctx).inventory;

async function* bytesOf(lines: string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join("\n")}\n`);
}

const put = (lines: string[], more: { mode?: "update" | "replace"; columns?: Record<string, string> } = {}) =>
  call().putFile({ retailerId, ...more, feed: bytesOf(lines) });

const shelf = async (store: typeof leeds) => {
  const { data } = await call().listItems({ ...store, page: { size: 100 } });
  return Object.fromEntries(data.map(({ barcode, price, quantity }) => [barcode, `${quantity} at ${price}`]));
};

const ingestOf = (file: StockFile, { storeId }: typeof leeds) =>
  file.stores.find((store) => store.storeId === storeId)?.ingest;

const rejectionsOf = async (file: StockFile) => {
  const { data } = await call().listFileRejections({ retailerId, fileId: file.id, page: { size: 100 } });
  // The counts by reason say the same.
  const counts = await call().countFileRejections({ retailerId, fileId: file.id });
  const byCode = Object.entries(Object.groupBy(data, ({ code }) => code)).map(([code, of = []]) => [code, of.length]);
  expect(counts.map(({ code, lines }) => [code, lines]).toSorted()).toEqual(byCode.toSorted());
  return data.map(({ line, code, storeId }) => [line, code, storeId]);
};

const header = "Store,EAN,Price,Qty";

test("each store takes its own lines, by name, external id or id, and all lines are counted", async () => {
  const bath = (await world.store(retailerId, { name: "Bath" })).ids;
  const file = await put([
    header,
    "Leeds,mug,4.50,12",
    "y-1,mug,4.50,0",
    `${leeds.storeId},hat,2.00,3`,
    "Paris,mug,4.50,9",
    ",pen,1.00,1",
    "York,cup,abc,1",
    "Total:,,,25",
  ]);
  expect(await shelf(leeds)).toEqual({ mug: "12 at 4.5", hat: "3 at 2" });
  expect(await shelf(york)).toEqual({ mug: "0 at 4.5" });
  expect(file).toMatchObject({
    ...{ status: "done", numberOfLines: 7, rejectedLines: 1, storesTotal: 2, storesDone: 2 },
    unknownStores: { lines: 1, values: ["Paris"] },
    skippedLines: { total: 1, picture: 0 },
    storesWithoutLines: { count: 1, stores: [{ storeId: bath.storeId, storeName: "Bath" }] },
    storesWithOwnSource: { count: 0, stores: [] },
  });
  expect(ingestOf(file, leeds)).toMatchObject({ status: "applied", numberOfLines: 2, newItems: 2 });
  expect(ingestOf(file, york)).toMatchObject({ status: "applied", numberOfLines: 2, rejectedLines: 1 });
  expect(await rejectionsOf(file)).toEqual([
    [6, "missing_store", null],
    [7, "invalid_price", york.storeId],
  ]);
  expect(await call().getFile({ retailerId, fileId: file.id })).toEqual(file);
});

test("in replace mode, a store without a line stays as it is", async () => {
  await put([header, "Leeds,mug,4.50,12", "York,mug,4.50,7", "York,hat,2.00,1"]);
  await put([header, "York,hat,2.00,5"], { mode: "replace" });
  expect(await shelf(leeds)).toEqual({ mug: "12 at 4.5" });
  expect(await shelf(york)).toEqual({ mug: "0 at 4.5", hat: "5 at 2" });
});

test("a file that would empty one store is held for this store alone, and can be accepted", async () => {
  const all = (name: string, quantity: number) =>
    Array.from({ length: 30 }, (_, n) => `${name},item-${n},1.00,${quantity}`);
  await put([header, ...all("Leeds", 5), ...all("York", 5)]);
  const file = await put([header, ...all("Leeds", 0), ...all("York", 4)]);
  const held = ingestOf(file, leeds);
  expect([held?.status, ingestOf(file, york)?.status]).toEqual(["held", "applied"]);
  expect((await shelf(leeds))["item-3"]).toBe("5 at 1");
  const accepted = await call().acceptIngest({ ...leeds, ingestId: held?.id ?? "" });
  expect(accepted).toMatchObject({ status: "applied", changedItems: 30 });
  expect((await shelf(leeds))["item-3"]).toBe("0 at 1");
  expect(await world.ctx.db.query("SELECT FROM stock_file_line WHERE retailer_id = $1", [retailerId])).toEqual([]);
});

test("a held part leaves no line behind if a later file replaces it, or if its store is deleted", async () => {
  const all = (quantity: number) => Array.from({ length: 30 }, (_, n) => `Leeds,item-${n},1.00,${quantity}`);
  const lines = () => world.ctx.db.query("SELECT FROM stock_file_line WHERE retailer_id = $1", [retailerId]);
  await put([header, ...all(5)]);
  const file = await put([header, ...all(0)]);
  expect(await lines()).toHaveLength(30);
  await put([header, ...all(6)]);
  expect(ingestOf(await call().getFile({ retailerId, fileId: file.id }), leeds)?.status).toBe("refused");
  expect(await lines()).toEqual([]);
  await put([header, ...all(0)]);
  await createCaller(world.ctx).stores.delete(leeds);
  expect(await lines()).toEqual([]);
});

test("a file is undone in all its stores by one call, which is one operation of the history", async () => {
  await put([header, "Leeds,mug,4.50,12", "York,mug,4.50,5", "York,hat,2.00,3"]);
  world.advance(1_000);
  const file = await put([header, "Leeds,mug,4.50,1", "York,mug,4.50,2", "York,hat,2.00,1"]);
  // A sale since then stays.
  world.advance(1_000);
  await call().patchStock({ ...york, body: [{ barcode: "hat", quantity: 0 }] });
  const of = { retailerId, fileId: file.id };
  expect(await call().undoFile({ ...of, onlyCount: true })).toEqual({ restoredItems: 2, keptItems: 1 });
  expect((await shelf(leeds)).mug).toBe("1 at 4.5");
  expect(await call().undoFile(of)).toEqual({ restoredItems: 2, keptItems: 1 });
  expect([await shelf(leeds), await shelf(york)]).toEqual([{ mug: "12 at 4.5" }, { mug: "5 at 4.5", hat: "0 at 2" }]);
  const { data } = await createCaller(world.ctx).history.list({ retailerId, page: { size: 10 } });
  const undone = data.filter(({ action }) => action === "stock.undo");
  expect([undone.length, new Set(undone.map(({ operationId }) => operationId)).size]).toEqual([2, 1]);
  await expect(call().undoFile(of)).rejects.toMatchObject({ cause: { code: "IngestNotUndoable" } });
});

test("the same file again changes nothing, and still shows its rejected lines", async () => {
  const lines = [header, "Leeds,mug,4.50,12", "Leeds,cup,abc,1"];
  await put(lines);
  const file = await put(lines);
  expect(ingestOf(file, leeds)).toMatchObject({ status: "unchanged", changedItems: 0 });
  expect(await rejectionsOf(file)).toEqual([[3, "invalid_price", leeds.storeId]]);
});

test("lines of a store with a source of its own are rejected", async () => {
  await call().connect({ ...york, body: { provider: "csv-upload", parameters: {} } });
  const file = await put([header, "Leeds,mug,4.50,12", "York,mug,4.50,7"]);
  expect(await shelf(york)).toEqual({});
  expect(await rejectionsOf(file)).toEqual([[3, "store_has_own_source", null]]);
  expect(file).toMatchObject({
    ...{ numberOfLines: 2, rejectedLines: 1, storesTotal: 1 },
    storesWithoutLines: { count: 0, stores: [] },
    storesWithOwnSource: { count: 1, stores: [{ storeId: york.storeId, storeName: "York" }] },
  });
});

test("a name of two stores is rejected, because its lines can be of either", async () => {
  await world.store(retailerId, { name: "Leeds", externalId: "L-2" });
  const file = await put([header, "Leeds,mug,4.50,12", "L-1,mug,4.50,7"]);
  expect(await rejectionsOf(file)).toEqual([[2, "ambiguous_store", null]]);
  expect(await shelf(leeds)).toEqual({ mug: "7 at 4.5" });
});

test("a name of three stores, or of a store that also has it as its code, is rejected, too", async () => {
  await world.store(retailerId, { name: "Bath", externalId: "bath" });
  await world.store(retailerId, { name: "Bath", externalId: "B-2" });
  for (const externalId of ["H-1", "H-2", "H-3"]) await world.store(retailerId, { name: "Hull", externalId });
  const file = await put([header, "Bath,mug,4.50,12", "Hull,mug,4.50,12", "Leeds,mug,4.50,7"]);
  expect(await rejectionsOf(file)).toEqual([
    [2, "ambiguous_store", null],
    [3, "ambiguous_store", null],
  ]);
});

test("a part that fails for an hour ends with a refused ingest, so that it does not stop the later files of its store", async () => {
  const many = Array.from({ length: 99 }, (_, n) => ({ name: `Shop ${n}`, externalId: `s${n}` }));
  for (const fields of many) await world.store(retailerId, fields);
  const { id: fileId } = await put([
    header,
    ...["Leeds", "York", ...many.map(({ name }) => name)].map((n) => `${n},mug,1.00,1`),
  ]);
  // A row that no release can stage.
  const spoiled = JSON.stringify({ line: 2, kind: "l", item_key: "mug", price: "no number" });
  await world.ctx.db.query(
    "UPDATE stock_file_line SET row = $4 WHERE retailer_id = $1 AND file_id = $2 AND store_id = $3",
    [retailerId, fileId, leeds.storeId, spoiled],
  );
  const apply = async () => {
    for (let isOpen = true; isOpen; ) {
      const before = await call().getFile({ retailerId, fileId });
      await applyStockFiles(world.ctx).catch(() => undefined);
      isOpen = (await call().getFile({ retailerId, fileId })).storesDone > before.storesDone;
    }
    return call().getFile({ retailerId, fileId });
  };
  expect(await apply()).toMatchObject({ status: "running", storesDone: 100 });
  world.advance(2 * 3_600_000);
  const done = await apply();
  expect(done).toMatchObject({ status: "done", storesDone: 101 });
  expect(ingestOf(done, leeds)).toMatchObject({
    status: "refused",
    reason: expect.stringContaining("Send them again"),
  });
});

test.each([
  ["without a column of stores", ["EAN,Price,Qty", "mug,4.50,12"], { missing: ["store"] }],
  ["whose stores are all unknown", [header, "Paris,mug,4.50,12"], { missing: ["store"], seen: ["Paris"] }],
])("a file %s is refused and leaves nothing", async (_, lines, members) => {
  await expect(put(lines)).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed", members } });
  for (const table of ["stock_file", "ingest", "inventory_source"])
    expect(await world.ctx.db.query(`SELECT FROM ${table} WHERE retailer_id = $1`, [retailerId])).toEqual([]);
});

test("the decimal sign is found by the numbers of all stores", async () => {
  const lines = ["Store;EAN;Price;Qty", "Leeds;mug;1.234;1", "York;mug;1.234,50;2"];
  const file = await put(lines);
  expect(ingestOf(file, leeds)).toMatchObject({ validLines: 1, rejectedLines: 0 });
  expect(await shelf(leeds)).toEqual({ mug: "1 at 1234" });
});

test("each store has its own currency", async () => {
  const paris = (await world.store(retailerId, { name: "Paris", country: "FR", postcode: "75001" })).ids;
  const file = await put([header, "Leeds,mug,£4.50,1", "Paris,mug,€5.50,1", "Paris,hat,£5.50,1"]);
  expect((await call().getItem({ ...paris, barcode: "mug" })).currency).toBe("EUR");
  expect(await rejectionsOf(file)).toEqual([[4, "foreign_currency", paris.storeId]]);
});

test("product data of a line counts for its store", async () => {
  await put(["Store,EAN,Price,Qty,Title,Image", "Leeds,mug,4.50,1,Blue mug,https://a.example/1.png", "York,mug,4,1,,"]);
  const item = await call().getItem({ ...leeds, barcode: "mug" });
  expect(item).toMatchObject({ title: "Blue mug", images: ["https://a.example/1.png"] });
  expect((await call().getItem({ ...york, barcode: "mug" })).title).toBeNull();
});

test("the worker applies the stores of a file whose call was killed, and a later write of a store waits for its lines", async () => {
  const file = await put([header, "Leeds,mug,4.50,12", "York,mug,4.50,7"]);
  // As after a kill behind the first transaction: the parts wait, and their lines are there.
  const waiting = async (quantity: number) => {
    const { id } = await put([header, `Leeds,mug,4.50,${quantity}`, `York,mug,4.50,${quantity}`]);
    const values = [retailerId, id];
    await world.ctx.db.query(
      "UPDATE stock_file_part SET ended_at = NULL, ingest_id = NULL WHERE retailer_id = $1 AND file_id = $2",
      values,
    );
    await world.ctx.db.query(
      "UPDATE stock_file SET finished_at = NULL WHERE retailer_id = $1 AND file_id = $2",
      values,
    );
    for (const [at, { storeId }] of [leeds, york].entries()) {
      const row = { line: at + 2, kind: "l", item_key: "mug", price: "4.50", quantity: String(quantity) };
      await world.ctx.db.query(
        "INSERT INTO stock_file_line (retailer_id, file_id, store_id, kind, line, row) VALUES ($1, $2, $3, 'l', $4, $5)",
        [...values, storeId, at + 2, JSON.stringify(row)],
      );
    }
    return id;
  };
  const first = await waiting(20);
  const second = await waiting(30);
  await call().patchStock({ ...leeds, body: [{ barcode: "mug", quantity: 5 }] });
  expect(await shelf(leeds)).toEqual({ mug: "5 at 4.5" });
  expect(await call().getFile({ retailerId, fileId: second })).toMatchObject({ status: "running", storesDone: 1 });
  await applyStockFiles(world.ctx);
  expect(await shelf(york)).toEqual({ mug: "30 at 4.5" });
  expect(await shelf(leeds)).toEqual({ mug: "5 at 4.5" });
  for (const fileId of [file.id, first, second])
    expect(await call().getFile({ retailerId, fileId })).toMatchObject({ status: "done", storesDone: 2 });
});

test("a store that is deleted while its lines wait does not stop the others", async () => {
  const many = [];
  for (let n = 0; n < 99; n++) many.push((await world.store(retailerId, { name: `Shop ${n}` })).ids);
  const lines = many.map((_, n) => `Shop ${n},mug,1.00,${n}`);
  const file = await put([header, "Leeds,mug,4.50,12", "York,mug,4.50,7", ...lines]);
  expect(file).toMatchObject({ status: "running", storesTotal: 101, storesDone: 0 });
  await createCaller(world.ctx).stores.delete(york);
  let done = file;
  while (done.status === "running") {
    await applyStockFiles(world.ctx);
    done = await call().getFile({ retailerId, fileId: file.id });
  }
  expect(done).toMatchObject({ status: "done", storesDone: 101 });
  expect(ingestOf(done, york)).toBeNull();
  expect(await shelf(leeds)).toEqual({ mug: "12 at 4.5" });
  expect(await world.ctx.db.query("SELECT FROM stock_file_line WHERE retailer_id = $1", [retailerId])).toEqual([]);
});

test("a dry run shows all stores and changes nothing", async () => {
  const { response, affected } = await dryRunFeed(
    world.ctx,
    { retailerId },
    bytesOf([header, "Leeds,mug,4.50,12", "Leeds,hat,1.00,1", "York,mug,4.50,7"]),
    (inside, feed) => createCaller(inside).inventory.putFile({ retailerId, feed }),
  );
  expect(response).toMatchObject({ status: "done", storesDone: 2 });
  expect([ingestOf(response, leeds)?.newItems, ingestOf(response, york)?.newItems]).toEqual([2, 1]);
  expect(affected.counts.stores).toBe(2);
  expect([await shelf(leeds), await shelf(york)]).toEqual([{}, {}]);
});

test("a dry run of a file of more than 100 stores shows the first 100", async () => {
  const names = Array.from({ length: 101 }, (_, n) => `Shop ${n}`);
  for (const name of names) await world.store(retailerId, { name });
  const { response } = await dryRunFeed(
    world.ctx,
    { retailerId },
    bytesOf([header, ...names.map((name) => `${name},mug,1.00,1`)]),
    (inside, feed) => createCaller(inside).inventory.putFile({ retailerId, feed }),
  );
  expect(response).toMatchObject({ storesTotal: 101, storesDone: 100 });
  expect(response.stores.filter(({ ingest }) => ingest?.newItems === 1)).toHaveLength(100);
});

test("a partner can neither read nor send a file of another partner's retailer", async () => {
  const file = await put([header, "Leeds,mug,4.50,12"]);
  const { partnerId } = await world.newPartner();
  const stranger = createCaller(world.asKey({ partnerId })).inventory;
  const notFound = { cause: { code: "RetailerNotFound" } };
  await expect(stranger.getFile({ retailerId, fileId: file.id })).rejects.toMatchObject(notFound);
  await expect(stranger.putFile({ retailerId, feed: bytesOf([header]) })).rejects.toMatchObject(notFound);
});
