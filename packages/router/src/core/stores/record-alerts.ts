import { randomUUID } from "node:crypto";
import type { Prisma, SqlTx } from "@highstreet/db";
import { isId } from "../../kernel/ids.ts";
import { endAlertsSql, recordAlertsSql } from "./stores.sql.ts";

/** A problem that people get a message about outside of the console, or the end of such a problem. */
export interface NewAlert {
  kind: Prisma.AlertModel["kind"];
  /** A channel, or the id of a webhook endpoint. */
  subject?: string;
  /** null: the problem is over. */
  message: string | null;
}

/** What an alert is about besides its store. An alert about a webhook endpoint stands at one of its stores. */
export const subjectOf = ({ subject }: Pick<Prisma.AlertModel, "subject">) =>
  isId(subject) ? { channel: null, endpointId: subject } : { channel: subject || null, endpointId: null };

/** Alerts about webhook endpoints, which belong to the whole shop. */
export const aboutEndpoints = {
  kind: "endpoint_failing",
  subject: { notIn: ["webhooks", ""] },
} satisfies Prisma.AlertWhereInput;

/**
 * Notes problems of a store in the transaction that causes or ends them. A problem that lasts only gets its new message. One that comes
 * back is announced again, but at most once an hour.
 */
export async function recordAlerts(
  tx: Pick<SqlTx, "execute">,
  { retailerId, storeId }: { retailerId: string; storeId: string },
  alerts: NewAlert[],
  now: Date,
): Promise<void> {
  const ids = [retailerId, storeId, now];
  const over = alerts.filter(({ message }) => message === null);
  const open = alerts.filter(({ message }) => message !== null);
  const keys = (some: readonly NewAlert[]) => [some.map(({ kind }) => kind), some.map(({ subject }) => subject ?? "")];
  if (over.length) await tx.execute(endAlertsSql, [...ids, ...keys(over)]);
  if (!open.length) return;
  await tx.execute(recordAlertsSql, [
    ...ids,
    ...keys(open),
    open.map(({ message }) => message),
    open.map(() => randomUUID()),
  ]);
}
