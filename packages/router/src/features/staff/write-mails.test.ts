import { canary } from "@highstreet/telemetry/testing.ts";
import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { sendMails } from "../../core/mail/index.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { cancelInvitation } from "./cancel-invitation.ts";
import { invite } from "./invite.ts";
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
