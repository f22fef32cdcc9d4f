import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { removeMember } from "./change-member.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const retailerId = t.shop.id;
const { prisma } = t.ctx.db;

test("removal takes the role and ends the sessions of that person alone", async () => {
  const olga = await t.join("olga@shop.example", "owner");
  const max = await t.join("max@shop.example", "manager");
  const expiresAt = new Date();
  for (const { userId } of [olga, max]) {
    await prisma.session.create({ data: { id: userId, token: userId, userId, expiresAt, updatedAt: expiresAt } });
  }
  await removeMember(olga.ctx, { retailerId, userId: max.userId });
  expect(await prisma.staffMember.findMany({ where: { retailerId } })).toMatchObject([{ userId: olga.userId }]);
  expect((await prisma.session.findMany()).map(({ userId }) => userId)).toEqual([olga.userId]);
  await expect(removeMember(olga.ctx, { retailerId, userId: max.userId })).rejects.toMatchObject({
    code: "MemberNotFound",
  });
});

test("no caller can remove the last owner or the last person with the partner role", async () => {
  const owner = await prisma.staffMember.findFirstOrThrow({ where: { retailerId, role: "owner" } });
  const ada = await t.join("ada@tills.example", "partner");
  for (const input of [{ retailerId, userId: owner.userId }, { userId: ada.userId }]) {
    await expect(removeMember(ada.ctx, input)).rejects.toMatchObject({ code: "LastOwner" });
  }
  const bob = await t.join("bob@tills.example", "partner");
  await removeMember(ada.ctx, { userId: bob.userId });
  expect(await prisma.partnerMember.findMany()).toMatchObject([{ userId: ada.userId }]);
});
