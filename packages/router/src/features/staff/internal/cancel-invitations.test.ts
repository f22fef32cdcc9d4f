import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../../tests/staff/test-team.ts";
import { acceptInvitation } from "../accept-invitation.ts";
import { changeRole, removeMember } from "../change-member.ts";
import { createStaffMember } from "../create-staff-member.ts";
import { invite } from "../invite.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const { prisma } = t.ctx.db;
const boss = await t.join("boss@tills.example", "partner");

let count = 0;
/** A shop with two owners, and the invitations of each. */
async function shopOfTwo() {
  const retailerId = (await t.retailer()).id;
  const name = `n${count++}`;
  const olga = await t.join(`olga-${name}@shop.example`, "owner", retailerId);
  const otto = await t.join(`otto-${name}@shop.example`, "owner", retailerId);
  const made = await invite(olga.ctx, { retailerId, email: `second-${name}@x.example`, role: "owner" });
  await invite(otto.ctx, { retailerId, email: `kept-${name}@x.example`, role: "viewer" });
  const emails = async () => (await prisma.staffInvitation.findMany({ where: { retailerId } })).map((row) => row.email);
  return { retailerId, name, olga, otto, token: tokenOf(made), emails };
}

test("a removed owner does not come back by an invitation to an own second address", async () => {
  const { retailerId, name, olga, otto, token, emails } = await shopOfTwo();
  await removeMember(otto.ctx, { retailerId, userId: olga.userId });
  const account = { name: "Olga", password: canary("password") };
  await expect(acceptInvitation(t.as(null), { token, account })).rejects.toMatchObject({ code: "InvitationNotFound" });
  expect(await emails()).toEqual([`kept-${name}@x.example`]);
  const entries = await prisma.historyEntry.findMany({ where: { retailerId, action: "member.cancel" } });
  expect(entries).toMatchObject([{ before: { email: `second-${name}@x.example`, role: "owner" }, after: null }]);
});

test("an owner who gets a lower role loses the open invitations", async () => {
  const lower = [
    ({ retailerId, olga, otto }) => changeRole(otto.ctx, { retailerId, userId: olga.userId, role: "manager" }),
    ({ retailerId, olga }) => {
      const member = { retailerId, name: "O", email: olga.email, password: canary("password") };
      return createStaffMember(t.asSystem(), { ...member, role: "viewer" });
    },
  ] satisfies ((shop: Awaited<ReturnType<typeof shopOfTwo>>) => Promise<unknown>)[];
  for (const change of lower) {
    const shop = await shopOfTwo();
    await change(shop);
    expect(await shop.emails()).toEqual([`kept-${shop.name}@x.example`]);
  }
});

test("a person keeps the invitations that another role still allows", async () => {
  const { retailerId, olga, otto, emails } = await shopOfTwo();
  await invite(boss.ctx, { retailerId, email: "boss-second@x.example", role: "owner" });
  await t.join(boss.email, "owner", retailerId);
  await removeMember(otto.ctx, { retailerId, userId: boss.userId });
  expect(await emails()).toHaveLength(3);
  await changeRole(otto.ctx, { retailerId, userId: olga.userId, role: "owner" });
  const other = await shopOfTwo();
  await t.join(olga.email, "viewer", other.retailerId);
  await removeMember(other.olga.ctx, { retailerId: other.retailerId, userId: olga.userId });
  expect(await emails()).toHaveLength(3);
});

test("the end of a partner role cancels the invitations to the partner role and to all shops", async () => {
  const { retailerId, name, emails } = await shopOfTwo();
  const pat = await t.join(`pat-${name}@tills.example`, "partner");
  await invite(pat.ctx, { retailerId, email: "pat-second@x.example", role: "owner" });
  await invite(pat.ctx, { email: "pat-third@x.example" });
  await removeMember(boss.ctx, { userId: pat.userId });
  expect(await emails()).toHaveLength(2);
  expect(await prisma.staffInvitation.count({ where: { retailerId: null } })).toBe(0);
});
