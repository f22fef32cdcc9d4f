import type { Sql } from "@highstreet/db";
import { DomainError } from "../../kernel/errors.ts";

const read = `SELECT log_floor AS floor FROM store WHERE retailer_id = $1 AND store_id = $2`;

/** The store's events up to this sequence are older than the log is kept. 0: none is. */
export async function readLogFloor(sql: Sql, store: { retailerId: string; storeId: string }): Promise<number> {
  const [row] = await sql.query<{ floor: number }>(read, [store.retailerId, store.storeId]);
  return row?.floor ?? 0;
}

/** What is said of an event that the log has no more (contract §6). */
export function eventsExpired(floor: number): DomainError {
  return new DomainError(
    "EventsExpired",
    `Events up to ${floor} are older than they are kept: read the store's items, then follow its events from there on.`,
  );
}
