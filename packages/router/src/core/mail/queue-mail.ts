import type { Tx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import type { MailKind } from "./send-mails.ts";

/**
 * Queues an e-mail in the transaction of the change. A worker sends it after the commit. A second e-mail about the same subject
 * replaces the first while that one waits.
 */
export async function queueMail(
  ctx: Context,
  { prisma }: Pick<Tx, "prisma">,
  mail: { kind: MailKind; recipient: string; subjectId: string },
): Promise<void> {
  const now = ctx.now();
  const waiting = { dueAt: now, tries: 0, createdAt: now };
  await prisma.mail.upsert({
    where: { kind_recipient_subjectId: mail },
    create: { id: newId(now), ...mail, ...waiting },
    // A new id, so that a worker that sends the first e-mail does not remove the second.
    update: { id: newId(now), ...waiting },
  });
}
