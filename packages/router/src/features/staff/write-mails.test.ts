import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { sendMails } from "../../core/mail/index.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { cancelInvitation, invite } from "./invite.ts";
import { requestReset } from "./reset-password.ts";
import { writeInvitation, writeReset } from "./write-mails.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const olga = await t.join("olga@shop.example", "owner");
const ctx = t.withMail(olga.ctx);
const retailerId = t.shop.id;

test("the e-mail of an invitation has a link that works; a cancelled invitation sends none", async () => {
  for (const email of ["max@shop.example", "eve@shop.example"])
    await invite(ctx, { retailerId, email, role: "viewer" });
  const eve = await t.ctx.db.prisma.staffInvitation.findFirstOrThrow({
    where: { retailerId, email: "eve@shop.example" },
  });
  await cancelInvitation(ctx, { retailerId, invitationId: eve.id });
  const mails: { to: string; subject: string; text: string }[] = [];
  const mailer = { send: async (mail: (typeof mails)[number]) => void mails.push(mail) };
  const alerts = async () => null;
  await sendMails(t.asSystem(), mailer, { invitation: writeInvitation, reset: writeReset, alerts });
  expect(mails).toMatchObject([{ to: "max@shop.example", subject: "olga@shop.example invites you to Corner Shop" }]);
  const token = /#(\S+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
  const account = { name: "Max", password: canary("password") };
  expect(await acceptInvitation(t.as(null), { token, account })).toMatchObject({ email: "max@shop.example" });
});

test("names of shops and people that exist neither break a line of an e-mail nor hold an address", async () => {
  const name = "security\r\n\r\nOpen https://evil.example/login\u2028now";
  const { prisma } = t.ctx.db;
  const eve = await t.join("eve@tills.example", "owner");
  await prisma.retailer.updateMany({ where: { id: retailerId }, data: { name } });
  await prisma.user.updateMany({ where: { email: eve.email }, data: { name } });
  const named = t.withMail(t.as({ ...eve.ctx.actor, name } as typeof eve.ctx.actor));
  await invite(named, { retailerId, email: "victim@x.example", role: "viewer" });
  await requestReset(t.as(null), { email: eve.email });
  const mails: { subject: string; text: string }[] = [];
  const mailer = { send: async (mail: (typeof mails)[number]) => void mails.push(mail) };
  const alerts = async () => null;
  await sendMails(t.asSystem(), mailer, { invitation: writeInvitation, reset: writeReset, alerts });
  expect(mails).toHaveLength(2);
  for (const { subject, text } of mails) {
    expect(subject).not.toMatch(/[\r\n\u2028]|:\/\//);
    expect(text.replaceAll("https://console.example/", "")).not.toMatch(/:\/\/|\r|\u2028/);
    expect(text.split("\n\n")).toHaveLength(4);
  }
});

test("an e-mail has the language of its reader, else of the person who invites", async () => {
  const { prisma } = t.ctx.db;
  await prisma.retailer.updateMany({ where: { id: retailerId }, data: { name: "Corner Shop" } });
  const [otto, nele] = [await t.join("otto@shop.example", "owner"), await t.join("nele@shop.example", "viewer")];
  await prisma.user.update({ where: { id: otto.userId }, data: { language: "de" } });
  await prisma.user.update({ where: { id: nele.userId }, data: { language: "fr" } });
  const shop = await t.retailer();
  const boss = t.withMail(t.as({ ...otto.ctx.actor, isPartner: true } as typeof otto.ctx.actor));
  for (const email of ["new@shop.example", nele.email])
    await invite(boss, { retailerId: shop.id, email, role: "viewer" });
  await requestReset(t.as(null), { email: nele.email });
  const mails: { to: string; subject: string; text: string }[] = [];
  const mailer = { send: async (mail: (typeof mails)[number]) => void mails.push(mail) };
  await sendMails(t.asSystem(), mailer, { invitation: writeInvitation, reset: writeReset, alerts: async () => null });
  const subjects = Object.groupBy(mails, ({ to }) => to);
  expect(subjects["new@shop.example"]).toMatchObject([
    { subject: expect.stringMatching(/^otto.* lädt Sie zu .* ein$/) },
  ]);
  expect(subjects["new@shop.example"]?.[0]?.text).toMatch(
    /Ihre Rolle: Leser\.\n\n.* bis \d+\. \p{L}+ \d{4} um \d\d:\d\d UTC:/u,
  );
  expect(subjects[nele.email]?.map(({ subject }) => subject).toSorted()).toEqual([
    "Votre nouveau mot de passe Highstreet",
    expect.stringMatching(/^otto.* vous invite à rejoindre /),
  ]);
});
