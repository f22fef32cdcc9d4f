import { createCaller } from "@highstreet/router";
import { sendMails } from "@highstreet/router/core/mail/index.ts";
import { createStaffMember, writeInvitation, writeReset } from "@highstreet/router/features/staff/index.ts";
import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { readEnvironment } from "../src/environment.ts";
import { smtpMailer } from "../src/smtp-mailer.ts";
import { type SmtpServer, startSmtpServer } from "./smtp-server.ts";

const from = "Highstreet <shops@console.example>";
const mail = { to: "max@shop.example", id: "0193abcd-5a00-7000-8000-00000000ffff", subject: "Hello", text: "Hello" };

async function withServer<T>(
  options: Parameters<typeof startSmtpServer>[0],
  use: (server: SmtpServer) => Promise<T>,
): Promise<T> {
  const server = await startSmtpServer(options);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

test("an e-mail keeps the protocol, with any text", async () => {
  const text = [
    "Zoë invites you to Café ☕",
    ".",
    "..",
    ".leading dot",
    "x".repeat(5_000),
    "https://console.example/join#a.b_-==",
  ].join("\n\n");
  const subject = "Zoë’s shop\r\nBcc: eve@evil.example";
  await withServer({}, async ({ url, taken, faults }) => {
    await (await smtpMailer({ url, from })).send({ ...mail, subject, text });
    expect(faults).toEqual([]);
    expect(taken).toMatchObject([{ from: "shops@console.example", to: ["max@shop.example"] }]);
    expect(taken[0]?.headers).toMatchObject({
      "message-id": `<${mail.id}@highstreet>`,
      "auto-submitted": "auto-generated",
    });
    expect(taken[0]?.headers).not.toHaveProperty("bcc");
    expect(taken[0]?.text.replace(/\r\n/g, "\n").trim()).toBe(text);
  });
});

test("an address cannot add a recipient", async () => {
  await withServer({}, async ({ url, taken }) => {
    for (const to of ["a@b.example, eve@evil.example", "a@b.example>\r\nRCPT TO:<eve@evil.example"]) {
      const mailer = await smtpMailer({ url, from });
      await mailer.send({ ...mail, to }).catch(() => undefined);
    }
    expect(taken.flatMap(({ to }) => to)).not.toContain("eve@evil.example");
  });
});

test("a refusal has the server's code; a server that is away or hangs up fails the call", async () => {
  await withServer({ refuse: () => "550 no such person" }, async ({ url, faults }) => {
    await expect((await smtpMailer({ url, from })).send(mail)).rejects.toMatchObject({ responseCode: 550 });
    expect(faults).toEqual([]);
  });
  await withServer({ hangUp: true }, async ({ url }) => {
    await expect((await smtpMailer({ url, from })).send(mail)).rejects.toThrow();
  });
  await expect((await smtpMailer({ url: "smtp://127.0.0.1:1", from })).send(mail)).rejects.toThrow();
});

test("a wrong setting ends the start with one line", () => {
  const env = {
    DATABASE_URL: "postgresql://db.example/highstreet",
    HIGHSTREET_SECRET_KEY: Buffer.alloc(32).toString("base64"),
    HIGHSTREET_SMTP_URL: "smtp://mail.example:587",
    HIGHSTREET_SMTP_FROM: from,
    HIGHSTREET_CONSOLE_URL: "https://x.example",
  };
  const readSmtp = (given: Record<string, string>) => readEnvironment(given).smtp;
  expect(readSmtp({ ...env, HIGHSTREET_SMTP_URL: "" })).toBeUndefined();
  expect(readSmtp(env)).toEqual({ url: env.HIGHSTREET_SMTP_URL, from });
  expect(() => readSmtp({ ...env, HIGHSTREET_SMTP_URL: "mail.example" })).toThrow("HIGHSTREET_SMTP_URL must be");
  expect(() => readSmtp({ ...env, HIGHSTREET_SMTP_FROM: "" })).toThrow("HIGHSTREET_SMTP_FROM is not set");
  expect(() => readSmtp({ ...env, HIGHSTREET_CONSOLE_URL: "" })).toThrow("HIGHSTREET_CONSOLE_URL is not set");
});

const t = await createTestContext({ settings: { consoleUrl: "https://console.example", canMail: true } });
afterAll(() => t.close());

test("an invitation reaches the invited address with its link", async () => {
  const { id: retailerId } = await t.retailer();
  const roles = new Map([[retailerId, "owner" as const]]);
  const zoe = { name: "Zoë", email: "zoe@shop.example", password: canary("password"), role: "owner" } as const;
  const userId = await createStaffMember(t.asSystem(), { retailerId, ...zoe });
  const owner = t.as({ kind: "staff", userId, name: "Zoë", roles, partnerId: t.partner.partnerId });
  await createCaller(owner).staff.invite({ retailerId, email: "Max@shop.example", role: "viewer" });
  await withServer({}, async ({ url, taken, faults }) => {
    const writers = { invitation: writeInvitation, reset: writeReset, alerts: async () => null };
    await sendMails(t.asSystem(), await smtpMailer({ url, from }), writers);
    expect(faults).toEqual([]);
    expect(taken).toMatchObject([{ to: ["max@shop.example"] }]);
    expect(taken[0]?.text).toMatch(/https:\/\/console\.example\/join#[0-9a-f-]{36}\.[\w-]{43}\s/);
  });
  expect(await t.ctx.db.prisma.mail.count()).toBe(0);
});
