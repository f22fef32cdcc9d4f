import type { Tx } from "@highstreet/db";
import { cleanName } from "../../kernel/body.schema.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { takePlaceSql } from "./mail.sql.ts";
import type { MailKind } from "./send-mails.ts";

/** A line of an e-mail. Its values are names that others have chosen, so they neither end the line nor hold an address. */
export function line(parts: TemplateStringsArray, ...names: string[]): string {
  return String.raw({ raw: parts }, ...names.map(cleanName));
}

const HOUR_MS = 3_600_000;

/**
 * E-mails of an hour. Each kind has its own counters, so that no flood of invitations stops a new password or an alert. Alerts go only
 * to people of the shop, at once for each of their shops.
 */
const MAX_MAILS = {
  invitation: { partner: 100, person: 20, recipient: 5 },
  reset: { partner: 100, person: 20, recipient: 5 },
  alerts: { partner: 1_000, person: 1_000, recipient: 60 },
} as const;

const whose = { partner: "for this partner", person: "by you", recipient: "to this address" } as const;

function tooMany(counter: keyof typeof whose, most: number, due: Date, now: Date): DomainError {
  const seconds = Math.ceil((due.getTime() - now.getTime()) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  return new DomainError(
    "RateLimited",
    `Only ${most} such e-mails ${whose[counter]} are sent in an hour. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}, at ${due.toUTCString()}.`,
    { retryAfter: seconds, retryAt: due.toISOString() },
  );
}

/**
 * Counts an e-mail by partner, by the person who causes it and by recipient.
 * @returns the time to send it. An alert beyond a limit waits
 * @throws RateLimited for any other e-mail beyond a limit. The transaction rolls back, so that it does not count
 */
async function limitMail(ctx: Context, tx: Tx, { kind, recipient, partnerId }: NewMail): Promise<Date> {
  const now = ctx.now();
  const person = ctx.actor?.kind === "staff" ? ctx.actor.userId : null;
  let dueAt = now;
  // Always in this order, so that no two calls wait for each other.
  for (const [counter, id] of Object.entries({ partner: partnerId, person, recipient } as const)) {
    if (id === null) continue;
    const most = MAX_MAILS[kind][counter as keyof typeof whose];
    const key = `mail ${kind} ${counter} ${id}`;
    const [place] = await tx.query<{ since: Date; count: number }>(takePlaceSql, [key, now, most]);
    if (!place) continue;
    const due = new Date(place.since.getTime() + Math.floor((place.count - 1) / most) * HOUR_MS);
    if (due > now && kind !== "alerts") throw tooMany(counter as keyof typeof whose, most, due, now);
    if (due > dueAt) dueAt = due;
  }
  return dueAt;
}

export interface NewMail {
  kind: MailKind;
  recipient: string;
  subjectId: string;
  /** The partner that the e-mail counts for; null: a stranger asks for a new password. */
  partnerId: string | null;
}

/**
 * Queues an e-mail in the transaction of the change. A worker sends it after the commit. A second e-mail about the same subject
 * replaces the first while that one waits.
 * @throws RateLimited beyond the e-mails of an hour
 */
export async function queueMail(ctx: Context, tx: Tx, mail: NewMail): Promise<void> {
  const { partnerId: _, ...named } = mail;
  const now = ctx.now();
  const waiting = { dueAt: await limitMail(ctx, tx, mail), tries: 0, createdAt: now };
  await tx.prisma.mail.upsert({
    where: { kind_recipient_subjectId: named },
    create: { id: newId(now), ...named, ...waiting },
    // A new id, so that a worker that sends the first e-mail does not remove the second.
    update: { id: newId(now), ...waiting },
    select: { id: true },
  });
}
