import { randomUUID } from "node:crypto";
import type { Prisma, SqlTx } from "@highstreet/db";
import { endAlertsSql, noteAlertsSql } from "./stores.sql.ts";

/** A problem that people get a message about outside of the console, or the end of such a problem. */
export interface NotedAlert {
  kind: Prisma.AlertModel["kind"];
  /** Distinguishes problems of one kind in one store. */
  subject?: string;
  /** null: the problem is over. */
  message: string | null;
}

/**
 * Notes problems of a store in the transaction that causes or ends them. A problem that lasts only gets its new message. One that comes
 * back is announced again, but at most once an hour. Does not wait for the statement.
 */
export function noteAlerts(
  tx: Pick<SqlTx, "send">,
  { retailerId, storeId }: { retailerId: string; storeId: string },
  alerts: NotedAlert[],
  now: Date,
): void {
  const ids = [retailerId, storeId, now];
  const over = alerts.filter(({ message }) => message === null);
  const open = alerts.filter(({ message }) => message !== null);
  const keys = (some: readonly NotedAlert[]) => [
    some.map(({ kind }) => kind),
    some.map(({ subject }) => subject ?? ""),
  ];
  if (over.length) tx.send(endAlertsSql, [...ids, ...keys(over)]);
  if (!open.length) return;
  tx.send(noteAlertsSql, [...ids, ...keys(open), open.map(({ message }) => message), open.map(() => randomUUID())]);
}
