import { canary } from "@highstreet/telemetry/testing";
import { verifyPassword } from "better-auth/crypto";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { applyResetLink, makeResetLink } from "./reset-password.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const retailerId = t.shop.id;
const olga = await t.join("olga@shop.example", "owner");
const { userId, email } = await t.join("max@shop.example", "manager");
const newToken = async () => tokenOf(await makeResetLink(olga.ctx, { retailerId, userId }));
const use = (token: string, password = canary("newpassword")) => applyResetLink(t.as(null), { token, password });
const ended = { code: "InvitationNotFound" };

test("a link sets the password once, ends the sessions, and keeps the second factor", async () => {
  const { prisma } = t.ctx.db;
  const expiresAt = new Date();
  await prisma.session.create({ data: { id: "s", token: "s", userId, expiresAt, updatedAt: expiresAt } });
  await prisma.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
  const token = await newToken();
  const done = await Promise.allSettled([use(token), use(token, "another one")]);
  expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(use(token)).rejects.toMatchObject(ended);
  const { password } = await prisma.account.findFirstOrThrow({ where: { userId } });
  const set = done[0]?.status === "fulfilled" ? canary("newpassword") : "another one";
  expect(await verifyPassword({ hash: password ?? "", password: set })).toBe(true);
  expect(await prisma.session.count({ where: { userId } })).toBe(0);
  expect(await prisma.user.findUnique({ where: { email } })).toMatchObject({ twoFactorEnabled: true });
});

test("a link ends after four hours", async () => {
  const token = await newToken();
  await expect(use(`${token}x`)).rejects.toMatchObject(ended);
  t.advance(4 * 3_600_000);
  await expect(use(token)).rejects.toMatchObject(ended);
});
