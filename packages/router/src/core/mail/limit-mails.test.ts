import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { removeOld } from "../../features/retention/remove-old.ts";
import { invite, resendInvitation } from "../../features/staff/invite.ts";
import { makeResetLink, requestReset } from "../../features/staff/reset-password.ts";
import type { Context } from "../../kernel/context.ts";
import { queueMail } from "./queue-mail.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const { prisma } = t.ctx.db;
const retailerId = t.shop.id;
const HOUR = 3_600_000;
const refused = { code: "RateLimited", status: 429 };
beforeEach(async () => {
  t.advance(2 * HOUR);
  await prisma.mail.deleteMany();
});

let count = 0;
const owner = async () => t.withMail((await t.join(`owner-${count++}@shop.example`, "owner")).ctx);
const inviteTo = (ctx: Context, email: string) => invite(ctx, { retailerId, email, role: "viewer" });

/** Sends `most` invitations to new addresses, and expects that the next one is refused. */
async function inviteUpTo(most: number, callers: Context[]) {
  await t.ctx.db.transaction("no shop", async (tx) => {
    for (let n = 0; n < most; n++) {
      const [recipient, subjectId] = [`x${count++}@x.example`, `s${count}`];
      const mail = { kind: "invitation", recipient, subjectId, partnerId: t.partner.partnerId } as const;
      await queueMail(callers[n % callers.length] ?? t.ctx, tx, mail);
    }
  });
  for (const ctx of callers) await expect(inviteTo(ctx, `x${count++}@x.example`)).rejects.toMatchObject(refused);
}

test("a person sends 20 invitations an hour, a partner 100, and the error says when the next one can go", async () => {
  const olga = await owner();
  await inviteUpTo(20, [olga]);
  t.advance(HOUR / 4);
  const error = await inviteTo(olga, "late@x.example").catch((thrown: unknown) => thrown);
  const retryAt = new Date(t.ctx.now().getTime() + (3 * HOUR) / 4);
  expect(error).toMatchObject({ ...refused, retryAfter: 2_700, members: { retryAt: retryAt.toISOString() } });
  expect(String(error)).toContain(`Try again in 45 minutes, at ${retryAt.toUTCString()}.`);
  expect(await prisma.staffInvitation.count({ where: { email: "late@x.example" } })).toBe(0);
  expect(await prisma.mail.count({ where: { kind: "invitation" } })).toBe(20);
  const others = [await owner(), await owner(), await owner(), await owner(), await owner()];
  await inviteUpTo(80, others);
  t.advance((3 * HOUR) / 4);
  await inviteUpTo(20, [olga]);
});

test("an address gets five invitations an hour, from all people and shops together", async () => {
  const [olga, otto] = [await owner(), await owner()];
  await inviteTo(olga, "max@x.example");
  const { id } = await prisma.staffInvitation.findFirstOrThrow({ where: { email: "max@x.example" } });
  for (let n = 0; n < 2; n++) await resendInvitation(olga, { retailerId, invitationId: id });
  const shop = await t.retailer();
  const boss = t.withMail((await t.join("boss@tills.example", "partner")).ctx);
  for (const ctx of [boss, otto]) {
    const place = ctx === boss ? shop.id : retailerId;
    await invite(ctx, { retailerId: place, email: "max@x.example", role: "viewer" });
  }
  const open = await prisma.staffInvitation.findMany({ where: { email: "max@x.example" }, orderBy: { id: "asc" } });
  const again = { retailerId: open[0]?.retailerId ?? "", invitationId: open[0]?.id ?? "" };
  await expect(resendInvitation(boss, again)).rejects.toMatchObject(refused);
  const foreign = (await t.newPartner()).partnerId;
  const mail = { kind: "invitation", recipient: "max@x.example", subjectId: "x", partnerId: foreign } as const;
  await expect(t.ctx.db.transaction("no shop", (tx) => queueMail(t.asSystem(), tx, mail))).rejects.toMatchObject(
    refused,
  );
});

test("a flood of invitations and refused ones stops neither a new password nor an alert", async () => {
  const olga = await owner();
  const pat = await t.join("pat@shop.example", "viewer");
  for (let n = 0; n < 5; n++) await queue("invitation", pat.email);
  await expect(queue("invitation", pat.email)).rejects.toMatchObject(refused);
  await inviteUpTo(20, [olga]);
  await makeResetLink(olga, { retailerId, userId: pat.userId });
  for (let n = 0; n < 4; n++) await requestReset(t.as(null), { email: pat.email });
  await expect(requestReset(t.as(null), { email: pat.email })).rejects.toMatchObject(refused);
  await queue("alerts", pat.email);
  expect(await prisma.mail.groupBy({ by: ["kind"], where: { recipient: pat.email }, _count: true })).toHaveLength(3);
});

const queue = (kind: "invitation" | "alerts", recipient: string, times = 1) =>
  t.ctx.db.transaction("no shop", async (tx) => {
    for (let n = 0; n < times; n++) {
      await queueMail(t.asSystem(), tx, { kind, recipient, subjectId: `s${count++}`, partnerId: t.partner.partnerId });
    }
  });

test("an alert beyond the limit is neither refused nor lost: it waits for the next hours in turn", async () => {
  const now = t.ctx.now().getTime();
  await queue("alerts", "many@shop.example", 121);
  const due = await prisma.mail.groupBy({ by: ["dueAt"], _count: true, orderBy: { dueAt: "asc" } });
  expect(due.map(({ dueAt, _count }) => [(dueAt.getTime() - now) / HOUR, _count])).toEqual([
    [0, 60],
    [1, 60],
    [2, 1],
  ]);
  t.advance(HOUR);
  await queue("alerts", "many@shop.example");
  expect(await prisma.mail.count({ where: { dueAt: new Date(now + 2 * HOUR) } })).toBe(2);
});

test("calls at once do not pass the limit together, and links without e-mail do not count", async () => {
  const olga = await owner();
  const pat = await t.join("at-once@shop.example", "viewer");
  const calls = Array.from({ length: 12 }, () => makeResetLink(olga, { retailerId, userId: pat.userId }));
  const done = await Promise.allSettled(calls);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  const settings = { ...olga.settings, canMail: false };
  for (let n = 0; n < 25; n++) await inviteTo({ ...olga, settings }, `link${n}@x.example`);
});

test("old counters are removed", async () => {
  await prisma.signInAttempt.create({
    data: {
      key: `mail ${canary("counter")}`,
      count: 1,
      since: new Date(t.ctx.now().getTime() - 25 * HOUR),
      address: "",
    },
  });
  await queue("alerts", "new@shop.example");
  const days = { ingests: 90, history: 90, keys: 90, sessions: 90 };
  await removeOld(t.asSystem(), days as Parameters<typeof removeOld>[1]);
  expect(
    await prisma.signInAttempt.count({ where: { since: { lt: new Date(t.ctx.now().getTime() - 24 * HOUR) } } }),
  ).toBe(0);
  expect(await prisma.signInAttempt.count({ where: { key: "mail alerts recipient new@shop.example" } })).toBe(1);
});
