import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { changeRole } from "./change-role.ts";

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
