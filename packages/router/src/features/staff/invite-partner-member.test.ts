import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { invitePartnerMember } from "./invite.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const { partnerId } = t.partner;

test("the system invites the first person with the partner role", async () => {
  const made = await invitePartnerMember(t.asSystem(), { partnerId, email: "Ada@tills.example" });
  await acceptInvitation(t.as(null), {
    token: tokenOf(made),
    account: { name: "Ada", password: canary("password") },
  });
  expect(await t.ctx.db.prisma.partnerMember.findMany({ include: { user: true } })).toMatchObject([
    { partnerId, user: { email: "ada@tills.example" } },
  ]);
});

test("other callers are refused, and so is an unknown partner", async () => {
  const invite = (ctx: typeof t.ctx, id = partnerId) =>
    invitePartnerMember(ctx, { partnerId: id, email: "a@b.example" });
  await expect(invite(t.ctx)).rejects.toMatchObject({ code: "InsufficientScope" });
  await expect(invite(t.asSystem(), t.shop.id)).rejects.toMatchObject({ code: "ValidationFailed" });
});
