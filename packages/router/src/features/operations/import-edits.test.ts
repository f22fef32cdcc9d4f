import { createTestContext } from "@highstreet/router/testing";
import { importShop } from "@highstreet/router/testing/import";
import { afterAll, expect, test } from "vitest";
import type { Customization } from "../customizations/customizations.schema.ts";
import { runOperations } from "./run-operations.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("an import makes each product as its line, in one operation, and its revert takes all back", async () => {
  const { caller, retailerId, ids, apply, exported, operation, revert } = await importShop(t, 5);
  const before = await exported();
  const [a = "", b = "", c = ""] = before.map(({ barcode }) => barcode);
  await caller.customizations.edit({ ...ids, barcode: a, body: { hidden: true } });
  const mixed = await exported();
  const edited = mixed.map((row) => {
    if (row.barcode === a) return { ...row, hidden: "no", channels: "none" };
    if (row.barcode === b) return { ...row, title: '\'=New; "name"', description: "Two\nlines" };
    return row.barcode === c ? { ...row, hidden: "perhaps" } : row;
  });
  const done = await apply(edited);
  expect(done).toMatchObject({ kind: "import", status: "done", total: 2, done: 2, storeId: null });
  expect(await operation(done.id)).toEqual(done);
  const expected = edited.map((row) => {
    if (row.barcode === b) return { ...row, title: '=New; "name"' };
    return row.barcode === c ? { ...row, hidden: "no" } : row;
  });
  expect(await exported()).toEqual(expected);
  const { data } = await caller.history.list({ retailerId, operationId: done.id, page: { size: 10 } });
  expect(data).toHaveLength(3);
  await revert(done.id);
  expect(await exported()).toEqual(mixed);
});

test("an exported text with formulas, as a spreadsheet gets it, comes back without an edit", async () => {
  const { retailerId, caller, exported, plan } = await importShop(t, 1);
  const [row] = await exported();
  const title = "a;=HYPERLINK(1)";
  const description = "Sizes:\n- small\n- ＝large\t@home";
  const body = { title, description, brand: "=Own", image: ["https://img.example/1.jpg"] };
  await caller.customizations.edit({ retailerId, barcode: row?.barcode ?? "", body });
  const protectedRows = (await exported()).map((one) => ({
    ...one,
    ...{ title: "a;'=HYPERLINK(1)", description: "Sizes:\n'- small\n'- ＝large\t'@home", brand: "'=Own" },
  }));
  expect(await plan(protectedRows)).toMatchObject({ lines: 1, products: 0 });
});

test("the texts for search come by file, each alone, and the revert takes them back", async () => {
  const { caller, retailerId, ids, apply, exported, plan, revert } = await importShop(t, 3);
  const [a = "", b = ""] = (await exported()).map(({ barcode }) => barcode);
  const pickup = { method: "reserve" as const, time: "same_day" as const };
  const search = { title: "Tea lamp", description: "<p>Old</p>", image: ["https://img.example/1.jpg"], pickup };
  await caller.customizations.edit({ retailerId, barcode: b, body: { for: { search } } });
  await caller.customizations.edit({ ...ids, barcode: a, body: { for: { search } } });
  const before = await exported();
  const lines = [
    {
      barcode: a,
      searchTitle: "Brass lamp",
      searchDescription: "<p onclick='x'>Long</p>",
      searchImage: "https://img.example/2.jpg\n https://img.example/3.jpg",
    },
    { barcode: b, searchTitle: "Tea lamp", searchImage: "https://img.example/4.jpg" },
  ];
  expect(await plan(lines)).toMatchObject({ products: 2, fields: { for: 2 }, ownSettings: { replaced: 0, kept: 1 } });
  const done = await apply(lines);
  const texts = async () => {
    const records = await caller.customizations.list({ retailerId, page: {} });
    return new Map(
      (records as { data: Customization[] }).data.map((one) => [`${one.barcode} ${one.storeId}`, one.for]),
    );
  };
  const made = await texts();
  const pictures = ["https://img.example/2.jpg", "https://img.example/3.jpg"];
  expect(made.get(`${a} null`)).toEqual({
    search: { title: "Brass lamp", description: "<p>Long</p>", image: pictures, pickup: null },
  });
  expect(made.get(`${b} null`)).toEqual({ search: { ...search, image: ["https://img.example/4.jpg"] } });
  expect(made.get(`${a} ${ids.storeId}`)).toEqual({ search });
  expect(await plan(await exported())).toMatchObject({ lines: 3, products: 0, rejectedLines: 0 });
  expect((await exported(ids.storeId)).map(({ searchTitle }) => searchTitle)).toEqual(["Tea lamp", "", ""]);
  await revert(done.id);
  expect(await exported()).toEqual(before);
});

test("a wrong text for search rejects its line and names its column", async () => {
  const { caller, ids, plan } = await importShop(t, 3);
  async function* bare() {
    yield Buffer.from("barcode,price,quantity\nbare,1,1\nbare-2,1,1\n");
  }
  await caller.inventory.putStock({ ...ids, mode: "update", feed: bare() });
  const planned = await plan([
    { barcode: "item-000000", searchTitle: "x".repeat(151) },
    { barcode: "item-000001", searchImage: "no address" },
    { barcode: "bare", searchDescription: "Long" },
    { barcode: "bare-2", searchTitle: "Lamp", searchDescription: "Long" },
  ]);
  expect(planned).toMatchObject({ products: 1, fields: { for: 1 } });
  expect(planned.rejections).toMatchObject([
    { line: 2, field: "searchTitle", message: "The search title must be at most 150 characters." },
    { line: 3, field: "searchImage", value: "no address", message: "The search image must be an http or https URL." },
    { line: 4, field: "title", code: "IncompleteCustomData" },
  ]);
});

test("with a store, the edits are for that store", async () => {
  const { ids, other, apply, exported } = await importShop(t, 2);
  const rows = await exported(ids.storeId);
  const edited = rows.map((row) => ({ ...row, hidden: "yes", brand: "Own" }));
  expect(await apply(edited, ids.storeId)).toMatchObject({ status: "done", total: 2, storeId: ids.storeId });
  expect(await exported(ids.storeId)).toEqual(edited);
  expect(await exported(other.storeId)).toEqual(rows);
});

test("products that changed since the plan refuse the import", async () => {
  const { caller, retailerId, exported, plan, importAs } = await importShop(t, 2);
  const rows = (await exported()).map((row) => ({ ...row, hidden: "yes" }));
  const { selection } = await plan(rows);
  await caller.customizations.edit({ retailerId, barcode: rows[0]?.barcode ?? "", body: { hidden: true } });
  await expect(importAs(selection, rows)).rejects.toMatchObject({
    cause: { code: "ChangedSince", members: { products: 1 } },
  });
});

test("one file imported twice at once edits each product once, and the revert of its operation takes all back", async () => {
  const { caller, retailerId, exported, plan, importAs, revert } = await importShop(t, 20);
  const before = await exported();
  const edited = before.map((row) => ({ ...row, hidden: "yes", brand: "Own" }));
  const { selection } = await plan(edited);
  const results = await Promise.allSettled([importAs(selection, edited), importAs(selection, edited)]);
  for (const one of results) {
    if (one.status === "rejected") expect(one.reason).toMatchObject({ cause: { code: "ChangedSince" } });
  }
  expect(await exported()).toEqual(edited);
  const { data } = await caller.history.list({ retailerId, page: { size: 100 } });
  const operations = [
    ...new Set(data.flatMap(({ operationId, action }) => (action.startsWith("custom") ? (operationId ?? []) : []))),
  ];
  expect(operations).toHaveLength(1);
  await revert(operations[0] ?? "");
  expect(await exported()).toEqual(before);
});

test("the worker makes a large import in batches, and its revert", async () => {
  const { apply, exported, operation, revert } = await importShop(t, 450);
  const before = await exported();
  const edited = before.map((row, n) => ({ ...row, hidden: n % 2 ? "yes" : "no", title: `Name ${n}` }));
  const running = await apply(edited);
  expect(running).toMatchObject({ status: "running", total: 450, done: 0 });
  expect(await exported()).toEqual(before);
  const finish = async (id: string) => {
    while (!(await operation(id)).finishedAt) await runOperations(t.asSystem());
  };
  await finish(running.id);
  expect(await operation(running.id)).toMatchObject({ status: "done", done: 450, problem: null });
  expect(await exported()).toEqual(edited);
  await finish((await revert(running.id)).id);
  expect(await exported()).toEqual(before);
});
