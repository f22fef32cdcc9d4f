import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { applyResetLink, makeResetLink } from "./reset-password.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const retailerId = t.shop.id;
const olga = await t.join("olga@shop.example", "owner");
const max = await t.join("max@shop.example", "manager");
const ada = await t.join("ada@tills.example", "partner");
const refused = { code: "InsufficientScope" };
const make = (ctx: typeof t.ctx, userId: string) => makeResetLink(ctx, { retailerId, userId });

test("an owner gets the link for a person of the shop, and a new link ends the earlier one", async () => {
  const [first, second] = [tokenOf(await make(olga.ctx, max.userId)), tokenOf(await make(ada.ctx, max.userId))];
  const use = (token: string) => applyResetLink(t.as(null), { token, password: canary("newpassword") });
  await expect(use(first)).rejects.toMatchObject({ code: "InvitationNotFound" });
  expect(await use(second)).toEqual({ email: max.email });
});

test("no person gets a link to their own account", async () => {
  await expect(make(olga.ctx, olga.userId)).rejects.toMatchObject(refused);
  await expect(makeResetLink(ada.ctx, { userId: ada.userId })).rejects.toMatchObject(refused);
});

test("an owner gets no link for a person with a role elsewhere; e-mail reaches that person", async () => {
  const both = await t.join("both@shop.example", "viewer");
  await t.join("both@shop.example", "viewer", (await t.retailer()).id);
  await expect(make(olga.ctx, both.userId)).rejects.toMatchObject(refused);
  // The partner role covers both shops.
  tokenOf(await make(ada.ctx, both.userId));
  const helper = await t.join("helper@tills.example", "partner");
  await t.ctx.db.prisma.staffMember.create({ data: { retailerId, userId: helper.userId, role: "viewer" } });
  await expect(make(olga.ctx, helper.userId)).rejects.toMatchObject(refused);
  expect(await make(t.withMail(olga.ctx), both.userId)).toEqual({ email: both.email, link: null });
  expect(await t.ctx.db.prisma.mail.findMany()).toMatchObject([{ kind: "reset", recipient: both.email }]);
});

test("a person without a role in the team is not found", async () => {
  const stranger = await t.join("eve@other.example", "viewer", (await t.retailer()).id);
  await expect(make(olga.ctx, stranger.userId)).rejects.toMatchObject({ code: "MemberNotFound" });
});
