import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { verifyPassword } from "better-auth/crypto";
import { afterAll, expect, test } from "vitest";
import { createStaffMember } from "./create-staff-member.ts";
import { resetPassword } from "./reset-password.ts";

const t = await createTestContext();
afterAll(() => t.close());
const system = { ...t.ctx, actor: { kind: "system" } as const };

test("a new password replaces the old one and ends only that user's sessions", async () => {
  const { prisma } = t.ctx.db;
  const { partnerId } = t.partner;
  const retailer = await prisma.retailer.create({ data: { id: partnerId, partnerId, name: "Shop" } });
  const ids: string[] = [];
  for (const name of ["ann", "ben"]) {
    const person = { name, email: `${name}@shop.example`, password: canary("password"), role: "viewer" } as const;
    ids.push(await createStaffMember(system, { retailerId: retailer.id, ...person }));
  }
  const [ann = "", ben = ""] = ids;
  const session = (userId: string) => ({
    id: userId,
    token: userId,
    userId,
    expiresAt: new Date(),
    updatedAt: new Date(),
  });
  await prisma.session.createMany({ data: [session(ann), session(ben)] });

  expect(await resetPassword(system, { email: "Ann@shop.example", password: canary("newpassword") })).toEqual({
    ...{ userId: ann, sessionsEnded: 1 },
  });
  const hashOf = async (userId: string) =>
    (await prisma.account.findFirstOrThrow({ where: { userId } })).password ?? "";
  expect(await verifyPassword({ hash: await hashOf(ann), password: canary("newpassword") })).toBe(true);
  expect(await verifyPassword({ hash: await hashOf(ben), password: canary("password") })).toBe(true);
  expect((await prisma.session.findMany()).map(({ userId }) => userId)).toEqual([ben]);
});

test("only the system sets passwords", async () => {
  const reset = resetPassword(t.ctx, { email: "ann@shop.example", password: canary("newpassword") });
  await expect(reset).rejects.toMatchObject({ code: "InsufficientScope" });
});
