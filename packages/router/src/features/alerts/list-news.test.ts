import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { recordAlerts } from "../../core/stores/index.ts";
import { createCaller } from "../../router.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const { id: retailerId } = t.shop;
const shambles = (await t.store(retailerId, { name: "Shambles" })).ids;
const carnaby = (await t.store(retailerId, { name: "Carnaby" })).ids;

const alert = (ids: typeof shambles, kind: "file_held" | "till_silent", message: string | null) =>
  t.ctx.db.sqlTransaction(ids, (tx) => recordAlerts(tx, ids, [{ kind, subject: "", message }], t.ctx.now()));
const news = async (ctx: typeof t.ctx) => {
  const { data } = await createCaller(ctx).alerts.news({ retailerId });
  return data.map(({ kind, isOver, isNew, shop, store }) =>
    [shop?.name, store?.name, kind, isOver ? "over" : "open", ...(isNew ? ["new"] : [])].join(" "),
  );
};
const see = async (ctx: typeof t.ctx) => {
  const { data } = await createCaller(ctx).alerts.news({ retailerId });
  await createCaller(ctx).alerts.seeNews({ retailerId, until: data[0]?.at ?? "" });
};

test("a person is told what began and ended since their last visit, in their shops and stores alone", async () => {
  const { name } = await t.ctx.db.prisma.retailer.findUniqueOrThrow({ where: { id: retailerId } });
  const other = await t.retailer({ name: "Other" });
  const { ids: foreign } = await t.store(other.id, { name: "Foreign" });
  const olga = await t.join("olga@shop.example", "owner");
  const vic = await t.join("vic@shop.example", "viewer", retailerId, [shambles.storeId]);
  await alert(shambles, "file_held", "The file has 1 line.");
  t.advance(1_000);
  await alert(carnaby, "till_silent", "The till is silent.");
  await alert(foreign, "till_silent", "The till is silent.");
  expect(await news(olga.ctx)).toEqual([`${name} Carnaby till_silent open new`, `${name} Shambles file_held open new`]);
  expect(await news(vic.ctx)).toEqual([`${name} Shambles file_held open new`]);

  await see(olga.ctx);
  t.advance(60_000);
  await alert(shambles, "file_held", null);
  expect(await news(olga.ctx)).toEqual([`${name} Shambles file_held over new`, `${name} Carnaby till_silent open`]);
  await see(olga.ctx);
  expect(await news(olga.ctx)).toEqual([`${name} Shambles file_held over`, `${name} Carnaby till_silent open`]);
  expect(await news(vic.ctx)).toEqual([`${name} Shambles file_held over new`]);
  // The visit changes no choice of e-mails.
  expect((await createCaller(olga.ctx).alerts.get({ retailerId })).timings.file_held).toBe("at_once");

  t.advance(20 * 86_400_000);
  expect(await news(olga.ctx)).toEqual([]);
});

test("the news of each shop of a person are in one list, each with its shop", async () => {
  const second = await t.retailer({ name: "Second" });
  const { ids } = await t.store(second.id, { name: "Harbour" });
  const ann = await t.join("ann@shop.example", "manager");
  const roles = new Map([
    [retailerId, "manager"],
    [second.id, "viewer"],
  ] as const);
  await alert(ids, "till_silent", "The till is silent.");
  const ctx = t.as({ kind: "staff", userId: ann.userId, name: "Ann", roles });
  expect(await news(ctx)).toContain("Second Harbour till_silent open new");
  await see(ctx);
  expect(await news(ctx)).toContain("Second Harbour till_silent open");
});

test("a partner has the news of all its shops in one list, and nobody else has", async () => {
  const pat = await t.join("pat@partner.example", "partner");
  const all = async () =>
    (await createCaller(pat.ctx).alerts.news({})).data.map((row) => `${row.shop?.name} ${row.isNew}`);
  const third = await t.retailer({ name: "Third" });
  await alert((await t.store(third.id)).ids, "till_silent", "The till is silent.");
  expect(await all()).toContain("Third true");
  const [newest] = (await createCaller(pat.ctx).alerts.news({})).data;
  await createCaller(pat.ctx).alerts.seeNews({ until: newest?.at ?? "" });
  expect((await all()).filter((row) => row.endsWith("true"))).toEqual([]);
  const owner = await t.join("olly@shop.example", "owner");
  await expect(createCaller(owner.ctx).alerts.news({})).rejects.toMatchObject({ cause: { code: "RetailerNotFound" } });
});

test("keys have no news", async () => {
  await expect(createCaller(t.asKey()).alerts.news({ retailerId })).rejects.toMatchObject({
    cause: { code: "InsufficientScope" },
  });
});
