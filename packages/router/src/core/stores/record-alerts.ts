import { randomUUID } from "node:crypto";
import type { Prisma, SqlTx, Tx } from "@highstreet/db";
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

/** What people call a webhook endpoint. Its address can hold a secret, so only the host of it. */
export const endpointName = ({
  description,
  urls,
}: Pick<Prisma.WebhookEndpointModel, "description" | "urls">): string => description ?? new URL(urls.at(-1) ?? "").host;

/** An alert about an endpoint begins with its name, which stays after the endpoint. Only the name keeps its colons. */
export const endpointMessage = (row: Parameters<typeof endpointName>[0], { message }: { message: string }): string =>
  `${endpointName(row)}: ${message.replaceAll(": ", " – ")}`;
export const nameInMessage = (message: string): string => message.slice(0, message.lastIndexOf(": "));

/** The endpoints that alerts are about, by their id. One that was deleted is left out. */
export async function endpointsOf(
  { prisma }: Pick<Tx, "prisma">,
  alerts: readonly Pick<Prisma.AlertModel, "subject">[],
): Promise<Map<string, { name: string; warnings: unknown }>> {
  const ids = alerts.flatMap((alert) => subjectOf(alert).endpointId ?? []);
  if (!ids.length) return new Map();
  const select = { id: true, description: true, urls: true, warnings: true };
  const rows = await prisma.webhookEndpoint.findMany({ where: { id: { in: ids } }, select });
  return new Map(rows.map((row) => [row.id, { name: endpointName(row), warnings: row.warnings }]));
}

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
