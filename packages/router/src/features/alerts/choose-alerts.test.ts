import { afterAll, expect, test } from "vitest";
import { createAlertShop } from "../../../tests/alerts/alert-shop.ts";
import { createCaller } from "../../router.ts";
import { timingsOf } from "./internal/readers.ts";

const t = await createAlertShop();
afterAll(() => t.close());
const retailerId = t.shop.id;
const olga = await t.join("olga@shop.example", "owner");
const vera = await t.join("vera@shop.example", "viewer");
const petra = await t.join("petra@partner.example", "partner");

test("each person chooses for oneself: a viewer, a partner's person, and an owner", async () => {
  const all = timingsOf("owner", undefined);
  const off = timingsOf("viewer", undefined);
  expect((await createCaller(vera.ctx).alerts.get({ retailerId })).timings).toEqual(off);
  await createCaller(vera.ctx).alerts.choose({ retailerId, timings: all });
  await createCaller(petra.ctx).alerts.choose({ retailerId, timings: { ...off, till_silent: "at_once" } });
  await createCaller(olga.ctx).alerts.choose({ retailerId, timings: { ...off, file_held: "at_once" } });
  expect((await createCaller(vera.ctx).alerts.get({ retailerId })).timings).toEqual(all);
  await t.note("till_silent");
  await t.announce();
  expect((await t.mails()).map(({ to }) => to).toSorted()).toEqual([petra.email, vera.email]);
});

test("a person without a role any more gets nothing, even an e-mail that waits", async () => {
  await t.note("access_lost");
  await t.announce();
  await t.ctx.db.prisma.staffMember.deleteMany({ where: { retailerId, userId: vera.userId } });
  await t.ctx.db.prisma.partnerMember.deleteMany({ where: { userId: petra.userId } });
  expect(await t.mails()).toEqual([]);
});
