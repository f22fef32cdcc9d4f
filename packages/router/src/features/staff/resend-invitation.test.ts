import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { readInvitation } from "./accept-invitation.ts";
import { invite, resendInvitation } from "./invite.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const olga = await t.join("olga@shop.example", "owner");
const retailerId = t.shop.id;
const gone = { code: "InvitationNotFound" };

test("a new link opens an expired invitation again, and the earlier link ends", async () => {
  const first = tokenOf(await invite(olga.ctx, { retailerId, email: "max@shop.example", role: "viewer" }));
  const [invitationId = ""] = first.split(".");
  t.advance(8 * 24 * 3_600_000);
  const second = tokenOf(await resendInvitation(olga.ctx, { retailerId, invitationId }));
  expect(await readInvitation(t.as(null), { token: second })).toMatchObject({ email: "max@shop.example" });
  await expect(readInvitation(t.as(null), { token: first })).rejects.toMatchObject(gone);
  await resendInvitation(t.withMail(olga.ctx), { retailerId, invitationId });
  await expect(readInvitation(t.as(null), { token: second })).rejects.toMatchObject(gone);
  expect(await t.ctx.db.prisma.mail.findMany()).toMatchObject([{ kind: "invitation", subjectId: invitationId }]);
  await expect(resendInvitation(olga.ctx, { retailerId, invitationId: "x" })).rejects.toMatchObject(gone);
});
