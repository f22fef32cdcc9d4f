import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { cancelInvitation, invite } from "./invite.ts";
import { listTeam } from "./read-staff.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const retailerId = t.shop.id;
const ada = await t.join("ada@tills.example", "partner");
const olga = await t.join("olga@shop.example", "owner");

test("a team has the people and the open invitations of one shop or of the partner", async () => {
  await t.join("elsewhere@shop.example", "viewer", (await t.retailer()).id);
  await invite(olga.ctx, { retailerId, email: "max@shop.example", role: "manager" });
  expect(await listTeam(olga.ctx, { retailerId })).toEqual({
    name: "Corner Shop",
    contact: null,
    canMail: false,
    members: [expect.objectContaining({ email: olga.email, role: "owner", isYou: true, hasSecondFactor: false })],
    invitations: [expect.objectContaining({ email: "max@shop.example", role: "manager", isExpired: false })],
  });
  expect(await listTeam(ada.ctx, {})).toMatchObject({
    name: "Tills & Co",
    members: [{ role: "partner" }],
    invitations: [],
  });
  t.advance(7 * 24 * 3_600_000);
  const { invitations } = await listTeam(ada.ctx, { retailerId });
  expect(invitations).toMatchObject([{ isExpired: true }]);
  await cancelInvitation(ada.ctx, { retailerId, invitationId: invitations[0]?.id ?? "" });
  expect(await listTeam(ada.ctx, { retailerId })).toMatchObject({ invitations: [] });
});

test("the partner's team is for people with the partner role", async () => {
  await expect(listTeam(olga.ctx, {})).rejects.toMatchObject({ code: "InsufficientScope" });
  const { partnerId } = await t.newPartner();
  const stranger = t.as({ kind: "staff", userId: "s", name: "S", partnerId, isPartner: true, roles: new Map() });
  await expect(listTeam(stranger, { retailerId })).rejects.toMatchObject({ code: "RetailerNotFound" });
});
