import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { invite } from "./invite.ts";
import { Invite } from "./staff.schema.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const owner = await t.join("olga@shop.example", "owner");
const retailerId = t.shop.id;

test("without e-mail the inviter gets the link, and the database keeps only its digest", async () => {
  const made = await invite(owner.ctx, { retailerId, email: "max@shop.example", role: "manager" });
  const secret = tokenOf(made).split(".")[1] ?? "";
  const row = await t.ctx.db.prisma.staffInvitation.findFirstOrThrow({ where: { retailerId, email: made.email } });
  expect(row).toMatchObject({ role: "manager", invitedBy: "olga@shop.example", digest: expect.any(Uint8Array) });
  expect(JSON.stringify({ ...row, digest: Buffer.from(row.digest ?? []).toString() })).not.toContain(secret);
  expect(await t.ctx.db.prisma.mail.count()).toBe(0);
});

test("with e-mail the link is sent, and the answer does not contain it", async () => {
  const ctx = t.withMail(owner.ctx);
  expect(await invite(ctx, { retailerId, email: "vic@shop.example", role: "viewer" })).toMatchObject({ link: null });
  const row = await t.ctx.db.prisma.staffInvitation.findFirstOrThrow({
    where: { retailerId, email: "vic@shop.example" },
  });
  expect(row.digest).toBeNull();
  expect(await t.ctx.db.prisma.mail.findMany()).toMatchObject([
    { kind: "invitation", recipient: "vic@shop.example", subjectId: row.id },
  ]);
});

test("a further invitation of an address replaces the first", async () => {
  const to = { retailerId, email: "twice@shop.example" } as const;
  const first = tokenOf(await invite(owner.ctx, { ...to, role: "viewer" }));
  await invite(owner.ctx, { ...to, role: "manager" });
  const rows = await t.ctx.db.prisma.staffInvitation.findMany({ where: to });
  expect(rows.map(({ role }) => role)).toEqual(["manager"]);
  const account = { name: "T", password: canary("password") };
  await expect(acceptInvitation(t.as(null), { token: first, account })).rejects.toMatchObject({
    code: "InvitationNotFound",
  });
});

test("an owner invites to the own shop alone, and not to the partner role", async () => {
  const foreign = await t.retailer({ name: "Other" });
  const to = { email: "eve@shop.example" };
  await expect(invite(owner.ctx, { ...to, retailerId: foreign.id, role: "viewer" })).rejects.toMatchObject({
    code: "RetailerNotFound",
  });
  await expect(invite(owner.ctx, to)).rejects.toMatchObject({ code: "InsufficientScope" });
  await expect(invite(t.ctx, { ...to, retailerId, role: "viewer" })).rejects.toMatchObject({
    code: "InsufficientScope",
  });
  await expect(invite(owner.ctx, { retailerId, email: owner.email, role: "viewer" })).rejects.toMatchObject({
    code: "ValidationFailed",
  });
});

test("an invitation names a shop and a role, or neither", () => {
  for (const [input, isValid] of [
    [{ email: "a@b.example" }, true],
    [{ email: "a@b.example", retailerId, role: "owner" }, true],
    [{ email: "a@b.example", retailerId }, false],
    [{ email: "a@b.example", role: "owner" }, false],
    [{ email: "a@b.example", retailerId, role: "partner" }, false],
  ] as const) {
    expect([input, Invite.safeParse(input).success]).toEqual([input, isValid]);
  }
});

test("open invitations count as staff roles of the partner", async () => {
  const small = await createTestContext({ settings: { consoleUrl: "https://console.example", quotas: { staff: 1 } } });
  try {
    const partner = {
      kind: "staff",
      userId: "u",
      name: "P",
      partnerId: small.partner.partnerId,
      isPartner: true,
    } as const;
    const ctx = small.as({ ...partner, roles: new Map() });
    await invite(ctx, { email: "a@b.example" });
    await invite(ctx, { email: "a@b.example" });
    await expect(invite(ctx, { email: "c@d.example" })).rejects.toMatchObject({ code: "QuotaExceeded" });
  } finally {
    await small.close();
  }
});
