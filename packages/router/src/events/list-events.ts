import type { Context } from "../context.ts";
import { findStore } from "../stores/index.ts";
import { eventData, type LoggedEvent } from "./event-body.ts";
import type { EventPage, EventRecord, ListEvents } from "./events.schema.ts";

interface EventRow extends LoggedEvent {
  sequence: number;
  createdAt: Date;
}

const behind = `
  SELECT sequence, action, data, product, created_at AS "createdAt" FROM store_event
  WHERE retailer_id = $1 AND store_id = $2 AND sequence > $3
  ORDER BY sequence LIMIT $4`;

const presentEvent = (row: EventRow): EventRecord => ({
  sequence: row.sequence,
  action: row.action,
  data: JSON.parse(eventData(row, true)) as EventRecord["data"],
  createdAt: row.createdAt.toISOString(),
});

/**
 * What happened in a store, ascending: all that webhooks tell, and what happens to the webhooks channel itself
 * (contract §6). Sequences follow the commits, so a reader that goes on from the last one misses nothing.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function listEvents(ctx: Context, input: ListEvents): Promise<EventPage> {
  const store = await findStore(ctx, input);
  const { size } = input.page;
  const after = input.page.after ?? input.after ?? 0;
  const rows = await ctx.db.query<EventRow>(behind, [store.retailerId, store.storeId, after, size + 1]);
  const data = rows.slice(0, size).map(presentEvent);
  const last = data.at(-1);
  return { data, next: rows.length > size && last ? String(last.sequence) : null, prev: null };
}
