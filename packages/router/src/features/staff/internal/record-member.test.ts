import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../../tests/staff/test-team.ts";
import { createCaller } from "../../../router.ts";
import { acceptInvitation } from "../accept-invitation.ts";
import { changeRole, removeMember } from "../change-member.ts";
import { cancelInvitation, invite } from "../invite.ts";

const t = await createTestTeam();
afterAll(() => t.close());

test("the history has each change of a shop's team, with its author", async () => {
  const retailerId = t.shop.id;
  const olga = await t.join("olga@shop.example", "owner");
  const asOlga = { kind: "staff", id: olga.userId };
  const max = { email: "max@shop.example", role: "viewer" as const };
  const newToken = async () => tokenOf(await invite(olga.ctx, { retailerId, ...max }));

  const [invitationId = ""] = (await newToken()).split(".");
  await cancelInvitation(olga.ctx, { retailerId, invitationId });
  await acceptInvitation(t.as(null), {
    token: await newToken(),
    account: { name: "Max", password: canary("password") },
  });
  const { id: userId } = await t.ctx.db.prisma.user.findUniqueOrThrow({ where: { email: max.email } });
  await changeRole(olga.ctx, { retailerId, userId, role: "manager" });
  await removeMember(olga.ctx, { retailerId, userId });

  const { data } = await createCaller(olga.ctx).history.list({ retailerId, page: { size: 10 } });
  const entries = data.filter(({ action }) => action.startsWith("member.")).toReversed();
  const viewer = { name: "Max", ...max };
  const manager = { ...viewer, role: "manager" };
  expect(entries.slice(-6)).toMatchObject([
    { action: "member.invite", actor: asOlga, target: { type: "member", id: invitationId }, before: null, after: max },
    { action: "member.cancel", actor: asOlga, before: max, after: null },
    { action: "member.invite", actor: asOlga, before: null, after: max },
    { action: "member.join", actor: { kind: "staff", id: userId, name: "Max" }, before: null, after: viewer },
    { action: "member.update", actor: asOlga, target: { type: "member", id: userId }, before: viewer, after: manager },
    { action: "member.remove", actor: asOlga, before: manager, after: null },
  ]);
});

test("a refused change is in no history", async () => {
  const { id: retailerId } = await t.retailer();
  const ann = await t.join("ann@shop.example", "owner", retailerId);
  await expect(removeMember(ann.ctx, { retailerId, userId: ann.userId })).rejects.toMatchObject({ code: "LastOwner" });
  const { data } = await createCaller(ann.ctx).history.list({ retailerId, page: { size: 10 } });
  expect(data.filter(({ action }) => action === "member.remove")).toEqual([]);
});
