import type { Prisma } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";

export type WaitingMail = Prisma.MailModel;
export type MailKind = WaitingMail["kind"];

export interface Written {
  subject: string;
  text: string;
}

/** Hands an e-mail to an SMTP server. Rejects with `responseCode` if the server refuses. */
export interface Mailer {
  send(mail: Written & { to: string; id: string }): Promise<void>;
}

export type Writers = Record<MailKind, (ctx: Context, mail: WaitingMail) => Promise<Written | null>>;

export const MAIL_EACH = 20;

const MINUTE_MS = 60_000;
/** Longer than an SMTP conversation may take. After a kill, another run sends the e-mail then. */
const CLAIM_MS = 5 * MINUTE_MS;
/** Pauses after failures: a minute, then doubled, up to four hours. The last try is 16 hours after the first. */
const MAX_TRIES = 12;
const pauseMs = (tries: number): number => Math.min(MINUTE_MS * 2 ** (tries - 1), 240 * MINUTE_MS);

/** A refusal that no repetition changes: 5xx of SMTP. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error && "responseCode" in error && Number(error.responseCode) >= 500;

/**
 * Sends the e-mails that are due. Each is claimed first and removed after the server has taken it. So no e-mail is lost, and only a
 * kill between the two sends one twice, with the same `Message-ID`.
 * @returns the numbers of sent e-mails and of those given up
 */
export async function sendMails(
  ctx: Context,
  mailer: Mailer,
  writers: Writers,
): Promise<{ sent: number; failed: { id: string; kind: MailKind; reason: string }[] }> {
  const { prisma } = ctx.db;
  const failed: { id: string; kind: MailKind; reason: string }[] = [];
  let sent = 0;
  const due = await prisma.mail.findMany({
    where: { dueAt: { lte: ctx.now() } },
    orderBy: { dueAt: "asc" },
    take: MAIL_EACH,
  });
  for (const mail of due) {
    const { id, dueAt, kind, recipient } = mail;
    const tries = mail.tries + 1;
    const claim = { dueAt: new Date(ctx.now().getTime() + CLAIM_MS), tries };
    const { count } = await prisma.mail.updateMany({ where: { id, dueAt }, data: claim });
    if (!count) continue;
    try {
      const written = await writers[kind](ctx, mail);
      if (written) await mailer.send({ ...written, to: recipient, id });
      if (written) sent++;
      await prisma.mail.deleteMany({ where: { id } });
    } catch (error) {
      failed.push({ id, kind, reason: error instanceof Error ? error.message : String(error) });
      if (isPermanent(error) || tries >= MAX_TRIES) await prisma.mail.deleteMany({ where: { id } });
      else {
        const next = new Date(ctx.now().getTime() + pauseMs(tries));
        await prisma.mail.updateMany({ where: { id }, data: { dueAt: next } });
      }
    }
  }
  return { sent, failed };
}
