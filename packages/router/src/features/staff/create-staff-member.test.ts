import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { verifyPassword } from "better-auth/crypto";
import { afterAll, expect, test } from "vitest";
import { createStaffMember } from "./create-staff-member.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { prisma } = t.ctx.db;
const [shop, other] = [await t.retailer(), await t.retailer()];
const pat = { name: "Pat", email: "Pat@Shop.example", password: canary("password"), role: "owner" } as const;

test("creates an account with the password and the role", async () => {
  const userId = await createStaffMember(t.asSystem(), { ...pat, retailerId: shop.id });
  const account = await prisma.account.findFirstOrThrow({ where: { userId } });
  expect(await verifyPassword({ hash: account.password ?? "", password: pat.password })).toBe(true);
  expect(await prisma.staffMember.findMany({ where: { userId } })).toMatchObject([
    { retailerId: shop.id, role: "owner" },
  ]);
});

test("keeps the account for a second retailer, and changes a role", async () => {
  const before = await prisma.account.findMany();
  for (const role of ["viewer", "manager"] as const) {
    await createStaffMember(t.asSystem(), { ...pat, retailerId: other.id, role, password: canary("otherpassword") });
    const where = { retailerId: other.id };
    expect(await prisma.staffMember.findMany({ where })).toMatchObject([{ role }]);
  }
  expect(await prisma.account.findMany()).toEqual(before);
});

test("refuses callers other than the system", async () => {
  const staff = t.as({ kind: "staff", userId: "x", name: "Pat", roles: new Map([[shop.id, "owner"]]) });
  const created = createStaffMember(staff, { ...pat, retailerId: shop.id });
  await expect(created).rejects.toMatchObject({ code: "InsufficientScope" });
});
