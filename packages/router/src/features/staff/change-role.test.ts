import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { createCaller } from "../../router.ts";
import { readersOf } from "../alerts/internal/readers.ts";
import { changeRole } from "./change-member.ts";
import { invite } from "./invite.ts";
import { listTeam } from "./read-staff.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const retailerId = t.shop.id;

test("an owner changes roles; the last owner stays an owner", async () => {
  const olga = await t.join("olga@shop.example", "owner");
  const max = await t.join("max@shop.example", "viewer");
  const change = (userId: string, role: "owner" | "viewer") => changeRole(olga.ctx, { retailerId, userId, role });
  await expect(change(olga.userId, "viewer")).rejects.toMatchObject({ code: "LastOwner" });
  await change(max.userId, "owner");
  await change(olga.userId, "viewer");
  const roles = await t.ctx.db.prisma.staffMember.findMany({
    where: { retailerId },
    select: { userId: true, role: true },
  });
  expect(new Map(roles.map((row) => [row.userId, row.role]))).toEqual(
    new Map([
      [max.userId, "owner"],
      [olga.userId, "viewer"],
    ]),
  );
  await expect(change("nobody", "owner")).rejects.toMatchObject({ code: "MemberNotFound" });
});

test("two owners who demote each other at once leave one owner", async () => {
  const { id } = await t.retailer();
  const [ann, ben] = [await t.join("ann@x.example", "owner", id), await t.join("ben@x.example", "owner", id)];
  const done = await Promise.allSettled([
    changeRole(ann.ctx, { retailerId: id, userId: ben.userId, role: "viewer" }),
    changeRole(ben.ctx, { retailerId: id, userId: ann.userId, role: "viewer" }),
  ]);
  expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await t.ctx.db.prisma.staffMember.count({ where: { retailerId: id, role: "owner" } })).toBe(1);
});

test("a person is of chosen stores from the invitation on, until an owner says otherwise", async () => {
  const { id } = await t.retailer();
  const ola = await t.join("ola@x.example", "owner", id);
  const [york, soho] = [await t.store(id, { name: "York" }), await t.store(id, { name: "Soho" })];
  const foreign = (await t.store(retailerId)).id;
  const max = await t.join("mo@x.example", "manager", id, [york.id.toUpperCase(), york.id]);
  await invite(ola.ctx, { retailerId: id, email: "open@x.example", role: "viewer", stores: [soho.id] });
  const asked = { retailerId: id, email: "eve@x.example", role: "manager" } as const;
  for (const wrong of [{ stores: [foreign] }, { role: "owner", stores: [york.id] }] as const) {
    await expect(invite(ola.ctx, { ...asked, ...wrong, stores: [...wrong.stores] })).rejects.toMatchObject({
      code: "ValidationFailed",
      members: { errors: [{ pointer: "/stores" }] },
    });
  }
  const shown = async () => {
    const { members, invitations } = await listTeam(ola.ctx, { retailerId: id });
    expect(invitations).toMatchObject([{ role: "viewer", stores: [{ name: "Soho" }] }]);
    const { role, stores } = members.find(({ userId }) => userId === max.userId) ?? {};
    return [role, stores?.map(({ name }) => name) ?? "all"];
  };
  const change = (to: { role: "owner" | "manager" | "viewer"; stores?: string[] | null }) =>
    changeRole(ola.ctx, { retailerId: id, userId: max.userId, ...to });
  expect(await shown()).toEqual(["manager", ["York"]]);
  // A release that knows no stores reads this role.
  const where = { retailerId_userId: { retailerId: id, userId: max.userId } };
  expect(await t.ctx.db.prisma.staffMember.findUnique({ where })).toMatchObject({ role: "viewer" });
  const ofShop = { retailerId: id, partnerId: t.partner.partnerId };
  expect((await readersOf(t.ctx.db, ofShop)).map(({ userId }) => userId)).toEqual([ola.userId]);
  await change({ role: "viewer" });
  expect(await shown()).toEqual(["viewer", ["York"]]);
  await change({ role: "manager", stores: [york.id, soho.id] });
  expect(await shown()).toEqual(["manager", ["Soho", "York"]]);
  await createCaller(t.ctx).stores.delete(york.ids);
  await change({ role: "manager" });
  expect(await shown()).toEqual(["manager", ["Soho"]]);
  await change({ role: "manager", stores: [] });
  expect(await shown()).toEqual(["manager", []]);
  await change({ role: "manager", stores: null });
  expect(await shown()).toEqual(["manager", "all"]);
  await change({ role: "manager", stores: [soho.id] });
  await change({ role: "owner" });
  expect(await shown()).toEqual(["owner", "all"]);
  const { data } = await createCaller(t.ctx).history.list({ retailerId: id, action: "member.update", page: {} });
  expect(data[0]).toMatchObject({ before: { stores: ["Soho"] }, after: { role: "owner", stores: "all" } });
});
