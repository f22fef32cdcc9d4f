import { canary } from "@highstreet/telemetry/testing";
import { verifyPassword } from "better-auth/crypto";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { invite } from "./invite.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const owner = await t.join("olga@shop.example", "owner");
const retailerId = t.shop.id;
const { prisma } = t.ctx.db;
const account = { name: "Max", password: canary("password") };
const gone = { code: "InvitationNotFound" };
const newToken = async (email: string) => tokenOf(await invite(owner.ctx, { retailerId, email, role: "manager" }));
const accept = (token: string, signedInAs?: string) =>
  acceptInvitation(t.as(null), { token, account, ...(signedInAs !== undefined && { signedInAs }) });

test("a new person gets an account with the invited address and the role", async () => {
  const token = await newToken("max@shop.example");
  expect(await accept(token)).toEqual({ email: "max@shop.example", retailerId });
  const user = await prisma.user.findUniqueOrThrow({
    where: { email: "max@shop.example" },
    include: { accounts: true, memberships: true },
  });
  expect(user).toMatchObject({ name: "Max", memberships: [{ retailerId, role: "manager" }] });
  expect(await verifyPassword({ hash: user.accounts[0]?.password ?? "", password: account.password })).toBe(true);
});

test("a link works once, also for concurrent calls", async () => {
  const token = await newToken("once@shop.example");
  const done = await Promise.allSettled([accept(token), accept(token), accept(token)]);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(accept(token)).rejects.toMatchObject(gone);
});

test("of two first invitations accepted at once, one makes the account and the other asks to sign in", async () => {
  const email = "twice@shop.example";
  const other = await t.join("otto@other.example", "owner", (await t.retailer()).id);
  const [there = ""] = other.ctx.actor?.kind === "staff" ? other.ctx.actor.roles.keys() : [];
  const elsewhere = await invite(other.ctx, { retailerId: there, email, role: "viewer" });
  const tokens = [await newToken(email), tokenOf(elsewhere)];
  const done = await Promise.allSettled(tokens.map((token) => accept(token)));
  const refused = done.flatMap((one, at) => (one.status === "rejected" ? [{ at, reason: one.reason }] : []));
  expect(refused).toMatchObject([{ reason: { code: "Unauthorized" } }]);
  await accept(tokens[refused[0]?.at ?? 0] ?? "", email);
  const retailerId = { in: [t.shop.id, there] };
  expect(await prisma.staffMember.count({ where: { retailerId, user: { email } } })).toBe(2);
});

test("a link ends after seven days, and a wrong secret finds nothing", async () => {
  const token = await newToken("late@shop.example");
  const [id] = token.split(".");
  for (const wrong of ["", ".", id ?? "", `${id}.`, `${id}.x`, `x.${token}`]) {
    await expect(accept(wrong)).rejects.toMatchObject(gone);
  }
  t.advance(7 * 24 * 3_600_000);
  await expect(accept(token)).rejects.toMatchObject(gone);
});

test("the person of an existing account must be signed in, and keeps the password", async () => {
  const token = await newToken("vic@shop.example");
  const other = await t.join("vic@shop.example", "viewer", (await t.retailer()).id);
  const before = await prisma.account.findMany({ where: { userId: other.userId } });
  for (const signedInAs of [undefined, "olga@shop.example", ""]) {
    await expect(accept(token, signedInAs)).rejects.toMatchObject({ code: "Unauthorized" });
  }
  await accept(token, "vic@shop.example");
  expect(await prisma.account.findMany({ where: { userId: other.userId } })).toEqual(before);
  expect(await prisma.staffMember.count({ where: { userId: other.userId } })).toBe(2);
});

test("a new account needs a name and a password", async () => {
  const token = await newToken("bare@shop.example");
  await expect(acceptInvitation(t.as(null), { token })).rejects.toMatchObject({ code: "ValidationFailed" });
  await accept(token);
});

test("a person has the partner role at one partner", async () => {
  const ada = await t.join("ada@tills.example", "partner");
  expect(await prisma.partnerMember.findMany({ where: { userId: ada.userId } })).toMatchObject([
    { partnerId: t.partner.partnerId },
  ]);
  const { partnerId } = await t.newPartner("Other");
  const stranger = t.as({ kind: "staff", userId: "s", name: "S", partnerId, isPartner: true, roles: new Map() });
  const token = tokenOf(await invite(stranger, { email: ada.email }));
  await expect(accept(token, ada.email)).rejects.toMatchObject({ code: "InsufficientScope" });
  expect(await prisma.partnerMember.findMany({ where: { userId: ada.userId } })).toMatchObject([
    { partnerId: t.partner.partnerId },
  ]);
});
