import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { sendMails } from "../../core/mail/index.ts";
import { applyResetLink, requestReset } from "./reset-password.ts";
import { writeInvitation, writeReset } from "./write-mails.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const olga = await t.join("olga@shop.example", "owner");

test("the link reaches the account's address alone, and an unknown address gets no e-mail", async () => {
  for (const email of [olga.email, "nobody@shop.example"]) await requestReset(t.as(null), { email });
  const mails: { to: string; text: string }[] = [];
  const mailer = { send: async (mail: { to: string; text: string }) => void mails.push(mail) };
  const alerts = async () => null;
  await sendMails(t.asSystem(), mailer, { invitation: writeInvitation, reset: writeReset, alerts });
  expect(mails.map(({ to }) => to)).toEqual([olga.email]);
  const token = /#(\S+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
  expect(await applyResetLink(t.as(null), { token, password: canary("newpassword") })).toEqual({ email: olga.email });
  expect(await t.ctx.db.prisma.mail.count()).toBe(0);
});
