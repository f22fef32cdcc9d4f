import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { readInvitation } from "./accept-invitation.ts";
import { cancelInvitation, invite } from "./invite.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const olga = await t.join("olga@shop.example", "owner");
const gone = { code: "InvitationNotFound" };

test("a cancelled invitation ends at once; another team cannot cancel it", async () => {
  const retailerId = t.shop.id;
  const token = tokenOf(await invite(olga.ctx, { retailerId, email: "max@shop.example", role: "viewer" }));
  const [invitationId = ""] = token.split(".");
  const other = await t.join("otto@other.example", "owner", (await t.retailer()).id);
  const otherShop = [...(other.ctx.actor?.kind === "staff" ? other.ctx.actor.roles.keys() : [])][0] ?? "";
  await expect(cancelInvitation(other.ctx, { retailerId: otherShop, invitationId })).rejects.toMatchObject(gone);
  await expect(cancelInvitation(olga.ctx, { retailerId, invitationId: "x" })).rejects.toMatchObject(gone);
  expect(await readInvitation(t.as(null), { token })).toMatchObject({ email: "max@shop.example" });
  await cancelInvitation(olga.ctx, { retailerId, invitationId });
  await expect(readInvitation(t.as(null), { token })).rejects.toMatchObject(gone);
});

test("the history names a cancelled invitation in lower case", async () => {
  const retailerId = t.shop.id;
  const token = tokenOf(await invite(olga.ctx, { retailerId, email: "mia@shop.example", role: "viewer" }));
  const [invitationId = ""] = token.split(".");
  await cancelInvitation(olga.ctx, { retailerId, invitationId: invitationId.toUpperCase() });
  const { target } = await t.ctx.db.prisma.historyEntry.findFirstOrThrow({
    where: { retailerId, action: "member.cancel" },
    orderBy: { id: "desc" },
  });
  expect(target).toMatchObject({ id: invitationId });
});
