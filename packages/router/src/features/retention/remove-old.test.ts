import { createTestContext, lockRows, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clockErrorMs } from "../../config/clock-error.ts";
import { newId } from "../../kernel/ids.ts";
import { createCaller } from "../../router.ts";
import { revokeKey } from "../keys/revoke-key.ts";
import { readRetentionDays, removeOld } from "./remove-old.ts";

const DAY = 24 * 3_600_000;
const days = { ingests: 90, history: 365, keys: 365, sessions: 30 };

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

let ids: { retailerId: string; storeId: string };
beforeEach(async () => {
  ids = (await t.store((await t.retailer()).id)).ids;
});

const retain = () => removeOld(t.asSystem(), days);
const api = () => createCaller(t.ctx);
async function* bytes(text: string) {
  yield Buffer.from(text);
}
const put = (lines: string, mode: "update" | "replace" = "replace") =>
  api().inventory.putStock({ ...ids, mode, feed: bytes(`barcode,price,quantity\n${lines}`) });
const patch = (quantity: number) =>
  api().inventory.patchStock({ ...ids, body: [{ barcode: "1", price: 1, quantity }] });
const products = (lines: string) =>
  api().products.putFeed({ retailerId: ids.retailerId, feed: bytes(`barcode,title\n${lines}`) });
const count = async (table: string): Promise<number> =>
  (await t.ctx.db.query(`SELECT FROM ${table} WHERE retailer_id = $1`, [ids.retailerId])).length;
const ingestIds = async () =>
  (await t.ctx.db.prisma.ingest.findMany({ where: { retailerId: ids.retailerId } })).map(({ id }) => id).toSorted();

test("ingests beyond their age are removed with their rejected lines, and younger ingests stay", async () => {
  await put("1,1.00,1\n2,bad,1");
  await put("1,2.00,1\n3,bad,1\n4,bad,1");
  t.advance(90 * DAY - 1);
  const young = await put("1,3.00,1\n5,bad,1");
  await retain();
  expect([await count("ingest"), await count("ingest_rejection")]).toEqual([3, 4]);
  t.advance(2);
  await retain();
  expect([await ingestIds(), await count("ingest_rejection")]).toEqual([[young.id], 1]);
});

test("the latest ingest of a source, its last feed and the last product data stay at any age", async () => {
  const feed = await put("1,1.00,1\n2,bad,1");
  await products("1,Old");
  const data = await products("1,New");
  await patch(2);
  const till = await patch(3);
  t.advance(4_000 * DAY);
  await retain();
  expect(await ingestIds()).toEqual([feed.id, data.id, till.id].toSorted());
  expect((await api().inventory.getSource(ids)).latestIngest).toMatchObject({ createdAt: till.createdAt });
  expect(await count("ingest_rejection")).toBe(1);
});

test("a held feed can be accepted at any age", async () => {
  const lines = (quantity: number) => Array.from({ length: 20 }, (_, n) => `item-${n},1.00,${quantity}`).join("\n");
  await put(lines(5));
  const held = await put(lines(0), "update");
  expect(held.status).toBe("held");
  await patch(1);
  t.advance(4_000 * DAY);
  await retain();
  expect(await api().inventory.acceptIngest({ ...ids, ingestId: held.id })).toMatchObject({ status: "applied" });
});

test("the same bytes are recognised after old ingests are removed", async () => {
  await put("1,1.00,1");
  await put("1,2.00,1");
  t.advance(91 * DAY);
  await retain();
  expect(await put("1,2.00,1")).toMatchObject({ status: "unchanged" });
});

test("ingests and rejected lines beyond one batch are all removed", async () => {
  const { retailerId, storeId } = ids;
  const rows = Array.from({ length: 2_500 }, () => newId(t.ctx.now()));
  await t.ctx.db.query(
    `INSERT INTO ingest (retailer_id, ingest_id, store_id, mode, status, columns, number_of_lines, valid_lines, in_stock_valid_lines,
       changed_items, new_items, rejected_lines, duration_ms, created_at)
     SELECT $1, unnest($3::uuid[]), $2, 'patch', 'applied', '{}', 1, 1, 1, 0, 0, 9, 1, $4`,
    [retailerId, storeId, rows, t.ctx.now()],
  );
  await t.ctx.db.query(
    `INSERT INTO ingest_rejection (retailer_id, ingest_id, line, code, message)
     SELECT $1, i, line, 'c', 'm' FROM unnest($2::uuid[]) i, generate_series(1, 9) line`,
    [retailerId, rows],
  );
  t.advance(91 * DAY);
  const young = await put("1,1.00,1");
  await retain();
  expect([await ingestIds(), await count("ingest_rejection")]).toEqual([[young.id], 0]);
});

test("a run ends after its number of rows, and the next run continues", async () => {
  t.advance(4_000 * DAY);
  await retain();
  for (let quantity = 1; quantity <= 3; quantity++) await patch(quantity);
  await products("1,A");
  t.advance(4_000 * DAY);
  const [ingests, entries] = [await count("ingest"), await count("history_entry")];
  // A run ends between batches, so the ingests of the first batch go and the history stays.
  await removeOld(t.asSystem(), days, 1);
  expect(await count("ingest")).toBeLessThan(ingests);
  expect(await count("history_entry")).toBe(entries);
  await retain();
  expect(await count("history_entry")).toBe(0);
});

test("rows without their ingest are removed", async () => {
  const { retailerId } = ids;
  const ingestId = newId(t.ctx.now());
  const rejection = { retailerId, ingestId, line: 1, code: "c", message: "m" };
  await t.ctx.db.prisma.ingestRejection.create({ data: rejection });
  await t.ctx.db.prisma.heldFeed.create({ data: { retailerId, ingestId, part: 0, bytes: Buffer.of(1) } });
  await retain();
  expect([await count("ingest_rejection"), await count("held_feed")]).toEqual([1, 1]);
  t.advance(91 * DAY);
  await retain();
  expect([await count("ingest_rejection"), await count("held_feed")]).toEqual([0, 0]);
});

test("what a feed has changed is kept an hour longer than it can be undone", async () => {
  await put("1,1.00,1");
  t.advance(DAY + 3_600_000);
  await retain();
  expect(await count("feed_undo")).toBe(1);
  t.advance(1);
  await retain();
  expect(await count("feed_undo")).toBe(0);
});

test("alerts that ended beyond the age are removed, and a problem that lasts stays", async () => {
  const now = t.ctx.now();
  const alert = (kind: "file_held" | "till_silent" | "budget_changed", closedAt: Date | null) => ({
    ...{ ...ids, kind, id: newId(now), message: "x", openedAt: now, closedAt },
  });
  const data = [alert("file_held", now), alert("till_silent", null), alert("budget_changed", null)];
  await t.ctx.db.prisma.alert.createMany({ data });
  t.advance(365 * DAY);
  await retain();
  expect(await count("alert")).toBe(3);
  t.advance(1);
  await retain();
  expect(await t.ctx.db.prisma.alert.findMany({ where: ids })).toMatchObject([{ kind: "till_silent" }]);
});

test("old history entries are removed, and a younger edit can still be reverted", async () => {
  await patch(1);
  await api().customizations.edit({ retailerId: ids.retailerId, barcode: "1", body: { hidden: true } });
  t.advance(366 * DAY);
  await api().customizations.edit({ retailerId: ids.retailerId, barcode: "1", body: { hidden: false } });
  await retain();
  const { data } = await api().history.list({ retailerId: ids.retailerId });
  expect(data.map(({ action }) => action)).toEqual(["customization.update"]);
  const entryId = data[0]?.id ?? "";
  expect(await api().history.revert({ retailerId: ids.retailerId, entryId })).toMatchObject({ hidden: true });
});

test("revoked and expired keys are removed after their days, and other keys stay", async () => {
  const key = (name: string, more = {}) => api().keys.create({ body: { name, scopes: ["keys:write"], ...more } });
  const soon = new Date(t.ctx.now().getTime() + DAY).toISOString();
  const [revoked, expired, kept] = [await key("a"), await key("b", { expiresAt: soon }), await key("c")];
  await revokeKey(t.ctx, { keyId: revoked.id });
  const known = async () =>
    (await t.ctx.db.prisma.apiKey.findMany({ where: { id: { in: [revoked.id, expired.id, kept.id] } } })).map(
      ({ id }) => id,
    );
  t.advance(365 * DAY);
  await retain();
  expect((await known()).toSorted()).toEqual([revoked.id, expired.id, kept.id].toSorted());
  t.advance(2 * DAY);
  await retain();
  expect(await known()).toEqual([kept.id]);
});

test("ended staff sessions are removed after their days", async () => {
  const { prisma } = t.ctx.db;
  await prisma.user.create({ data: { id: "u", name: "Ann", email: "ann@shop.example" } });
  const session = (id: string, expiresAt: Date) =>
    prisma.session.create({ data: { id, token: id, userId: "u", expiresAt } });
  await session("old", new Date(t.ctx.now().getTime() - 31 * DAY));
  await session("young", new Date(t.ctx.now().getTime() - 29 * DAY));
  await retain();
  expect((await prisma.session.findMany()).map(({ id }) => id)).toEqual(["young"]);
});

test("retention days in the environment must be whole numbers from 1 to 3650", () => {
  expect(readRetentionDays({ HIGHSTREET_INGEST_DAYS: "7" })).toEqual({ events: 30, ...days, ingests: 7 });
  for (const wrong of ["0", "3651", "1.5", "month"]) {
    expect(() => readRetentionDays({ HIGHSTREET_HISTORY_DAYS: wrong })).toThrow(
      `HIGHSTREET_HISTORY_DAYS is "${wrong}": it must be days, 1 to 3650.`,
    );
  }
});

test("the error of a clock has a sign", async () => {
  const ahead = (ms: number) => clockErrorMs(t.ctx.db, () => new Date(Date.now() + ms));
  expect(await ahead(40 * DAY)).toBeGreaterThan(39 * DAY);
  expect(await ahead(-40 * DAY)).toBeLessThan(-39 * DAY);
});

test("a locked row of one shop does not keep the old rows of other shops", async () => {
  const busy = ids;
  await patch(1);
  ids = (await t.store((await t.retailer()).id)).ids;
  await patch(1);
  const old = async (retailerId: string) => t.ctx.db.prisma.historyEntry.count({ where: { retailerId } });
  t.advance(366 * DAY);
  await lockRows(t, "history_entry WHERE retailer_id = $1", [busy.retailerId], retain);
  expect([(await old(busy.retailerId)) > 0, await old(ids.retailerId)]).toEqual([true, 0]);
  await retain();
  expect(await old(busy.retailerId)).toBe(0);
});
