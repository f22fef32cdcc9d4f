import { createTestContext } from "@highstreet/router/testing";
import { importShop } from "@highstreet/router/testing/import";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";

const t = await createTestContext();
afterAll(() => t.close());

test("an export changes nothing when it is imported again, in the style of any spreadsheet", async () => {
  const { caller, retailerId, ids, other, plan, exported } = await importShop(t, 6);
  const [a = "", b = "", c = "", d = ""] = (await exported()).map(({ barcode }) => barcode);
  await caller.customizations.edit({ ...ids, barcode: a, body: { hidden: true } });
  await caller.customizations.edit({ ...other, barcode: b, body: { channels: [] } });
  await caller.customizations.edit({ retailerId, barcode: c, body: { hidden: true } });
  const data = { description: '<p>Say "hi";\n=2+2</p>', brand: "-Ü-", image: ["https://img.example/1.jpg"] };
  await caller.customizations.edit({ retailerId, barcode: d, body: { title: "=SUM(A1)", ...data } });
  const pictures = ["https://img.example/1.jpg?a=1;=b", "https://img.example/2,3|4.jpg"];
  const search = { title: "=Lamp", description: "<p>-1;\n@home</p>", image: pictures };
  await caller.customizations.edit({ retailerId, barcode: c, body: { for: { search } } });
  const rows = await exported();
  expect(rows.map(({ hidden, channels }) => [hidden, channels]).slice(0, 3)).toEqual([
    ["mixed", "every"],
    ["no", "mixed"],
    ["yes", "every"],
  ]);
  for (const style of [{}, { delimiter: ";" }, { delimiter: "\t", bom: false }, { newline: "\r\n" }]) {
    expect(await plan(rows, style), JSON.stringify(style)).toMatchObject({
      ...{ lines: 6, products: 0, rejectedLines: 0, fields: {} },
      ownSettings: { replaced: 0, kept: 0 },
    });
  }
});

test("a plan counts products, fields, rejected lines and stores with own settings, and changes nothing", async () => {
  const { caller, ids, other, plan, exported } = await importShop(t, 5);
  const before = await exported();
  const [a = "", b = "", c = "", d = ""] = before.map(({ barcode }) => barcode);
  await caller.customizations.post({ ...ids, body: { barcode: a, hidden: true } });
  const own = { title: "Own", description: "Own", brand: "Own", image: ["https://img.example/1.jpg"] };
  await caller.customizations.edit({ ...other, barcode: b, body: own });
  const edited = await exported();
  const lines = [
    { barcode: a, hidden: "yes" },
    { barcode: b, title: "New name" },
    { barcode: c, hidden: "perhaps" },
    { barcode: d, channels: "search" },
    { barcode: "nobody has it", hidden: "yes" },
    { barcode: a, hidden: "no" },
    { barcode: "", hidden: "no" },
    { barcode: d, brand: "x" },
  ];
  const planned = await plan(lines);
  expect(planned).toMatchObject({
    ...{ lines: 8, products: 2, fields: { hidden: 1, title: 1 } },
    ...{ ownSettings: { replaced: 1, kept: 1 }, rejectedLines: 6 },
  });
  expect(planned.rejections.map(({ line, code }) => [line, code])).toEqual([
    [4, "invalid_hidden"],
    [5, "ChannelNotEnabledForStore"],
    [6, "ProductNotFound"],
    [7, "repeated"],
    [8, "missing_barcode"],
    [9, "repeated"],
  ]);
  expect(await plan(lines, {}, ids.storeId)).toMatchObject({ products: 1, ownSettings: { replaced: 0, kept: 0 } });
  expect(planned.selection).toBe((await plan(lines)).selection);
  expect(await exported()).toEqual(edited);
});

test("a title or another text is imported alone, and a text of a product without a title is rejected", async () => {
  const { caller, ids, plan, exported } = await importShop(t, 3);
  const [a = "", b = ""] = (await exported()).map(({ barcode }) => barcode);
  expect(await plan([{ barcode: a, title: "New name" }])).toMatchObject({ products: 1, fields: { title: 1 } });
  async function* bare() {
    yield Buffer.from("barcode,price,quantity\nbare,1,1\nbare-2,1,1\n");
  }
  await caller.inventory.putStock({ ...ids, mode: "update", feed: bare() });
  const planned = await plan([
    { barcode: "bare", title: "New name" },
    { barcode: "bare-2", brand: "Acme" },
    { barcode: b, title: "x".repeat(151) },
  ]);
  expect(planned).toMatchObject({ products: 1, fields: { title: 1 } });
  expect(planned.rejections).toMatchObject([
    { line: 3, field: "title", code: "IncompleteCustomData" },
    { line: 4, field: "title", code: "InvalidValue", message: "The title must be at most 150 characters." },
  ]);
});

test("the plan of random cells agrees with a simple model", async () => {
  const { plan, exported } = await importShop(t, 4);
  const rows = await exported();
  const cell = fc.record({
    hidden: fc.constantFrom("", "yes", "no", "mixed", "TRUE", "0", "nein"),
    channels: fc.constantFrom("", "every", "none", "mixed", "search"),
    title: fc.constantFrom("", "'Name", "Name"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 4, maxLength: 4 }), async (cells) => {
      const lines = cells.map((line, n) => ({ ...line, barcode: rows[n]?.barcode ?? "" }));
      const isBad = ({ hidden, channels }: (typeof lines)[0]) => hidden === "nein" || channels === "search";
      const good = lines.filter((line) => !isBad(line));
      const changed = good.filter(
        ({ hidden, channels, title }) => ["yes", "TRUE"].includes(hidden) || channels === "none" || title !== "",
      );
      expect(await plan(lines)).toMatchObject({
        ...{ products: changed.length, rejectedLines: lines.filter(isBad).length },
      });
    }),
    { numRuns: rounds(30) },
  );
});

test("a file of too many lines, of other columns, or of another partner is refused", async () => {
  const { plan, planText, as } = await importShop(t, 1);
  await expect(planText("name;price\nA;1\n")).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  await expect(planText("barcode,hidden in\na,1\n")).rejects.toMatchObject({ cause: { code: "UnrecognisedFeed" } });
  const many = `barcode,hidden\n${Array.from({ length: 200_001 }, (_, n) => `none-${n},yes\n`).join("")}`;
  await expect(planText(many)).rejects.toMatchObject({
    cause: { code: "PayloadTooLarge", message: expect.stringContaining("200,000 lines") },
  });
  await expect(as((await t.newPartner("Another")).partnerId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await plan([])).toMatchObject({ lines: 0, products: 0 });
});
