import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Context } from "../../kernel/context.ts";
import { queueMail } from "./queue-mail.ts";
import { type Mailer, sendMails, type Writers } from "./send-mails.ts";

const t = await createTestContext();
afterAll(() => t.close());
beforeEach(async () => {
  await t.ctx.db.prisma.mail.deleteMany();
});

const text = async () => ({ subject: "Hello", text: "Hello" });
const writers: Writers = { invitation: text, reset: text, alerts: text };
const mail = { kind: "reset", subjectId: "x", partnerId: null } as const;
const queue = (recipient: string, ctx: Context = t.ctx) =>
  ctx.db.transaction("no shop", (tx) => queueMail(ctx, tx, { ...mail, recipient }));

/** A server that takes each e-mail, or refuses with the code of `refuse`. */
function server(refuse?: number): Mailer & { taken: string[] } {
  const taken: string[] = [];
  return {
    taken,
    send: async ({ to }) => {
      if (refuse) throw Object.assign(new Error(`${refuse} no`), { responseCode: refuse });
      taken.push(to);
    },
  };
}

test("each e-mail is sent once, also by concurrent workers", async () => {
  for (let n = 0; n < 9; n++) await queue(`p${n}@shop.example`);
  const mailer = server();
  await Promise.all([1, 2, 3].map(() => sendMails(t.ctx, mailer, writers)));
  expect(mailer.taken.sort()).toEqual(Array.from({ length: 9 }, (_, n) => `p${n}@shop.example`));
  expect(await t.ctx.db.prisma.mail.count()).toBe(0);
});

test("an e-mail of a change that rolls back is not sent", async () => {
  const failing = t.ctx.db.transaction("no shop", async (tx) => {
    await queueMail(t.ctx, tx, { ...mail, recipient: "a@shop.example" });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  const mailer = server();
  await sendMails(t.ctx, mailer, writers);
  expect(mailer.taken).toEqual([]);
});

test("another run sends the e-mail of a worker that died during the call", async () => {
  await queue("a@shop.example");
  // The process ends here: no answer ever comes.
  void sendMails(t.ctx, { send: () => new Promise(() => undefined) }, writers);
  await expect.poll(async () => (await t.ctx.db.prisma.mail.findFirstOrThrow()).tries).toBe(1);
  const mailer = server();
  await sendMails(t.ctx, mailer, writers);
  expect(mailer.taken).toEqual([]);
  t.advance(5 * 60_000);
  await sendMails(t.ctx, mailer, writers);
  expect(mailer.taken).toEqual(["a@shop.example"]);
});

test("a failed e-mail is tried again with growing pauses, and given up after 16 hours", async () => {
  await queue("a@shop.example");
  let [tries, minutes] = [0, 0];
  for (; await t.ctx.db.prisma.mail.count(); minutes++) {
    tries += (await sendMails(t.ctx, server(451), writers)).failed.length;
    t.advance(60_000);
  }
  expect(tries).toBe(12);
  expect(minutes / 60).toBeGreaterThan(12);
  expect(minutes / 60).toBeLessThan(24);
});

test("an e-mail that the server refuses for good is not tried again", async () => {
  await queue("nobody@shop.example");
  const { failed } = await sendMails(t.ctx, server(550), writers);
  expect(failed).toMatchObject([{ kind: "reset", reason: "550 no" }]);
  expect(await t.ctx.db.prisma.mail.count()).toBe(0);
});

test("a second e-mail about the same subject replaces the first, and is sent even if the first is on its way", async () => {
  await queue("a@shop.example");
  await queue("a@shop.example");
  const mailer = server();
  const again: Mailer = {
    send: async (mail) => {
      await mailer.send(mail);
      await queue("a@shop.example");
    },
  };
  await sendMails(t.ctx, again, writers);
  await sendMails(t.ctx, mailer, writers);
  expect(mailer.taken).toEqual(["a@shop.example", "a@shop.example"]);
});
