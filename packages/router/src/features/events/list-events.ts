import type { EventPage, EventRecord, ListEvents } from "../../core/log/events.schema.ts";
import { eventData, eventsExpired, type LoggedEvent, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";

interface EventRow extends LoggedEvent {
  sequence: number;
  createdAt: Date;
}

const list = (beyond: ">" | "<", order: "ASC" | "DESC"): string => `
  SELECT sequence, action, data, product, created_at AS "createdAt" FROM store_event
  WHERE retailer_id = $1 AND store_id = $2 AND sequence ${beyond} $3
  ORDER BY sequence ${order} LIMIT $4`;

const behind = list(">", "ASC");
const before = list("<", "DESC");

const presentEvent = (row: EventRow): EventRecord => ({
  sequence: row.sequence,
  action: row.action,
  data: JSON.parse(eventData(row, true)) as EventRecord["data"],
  createdAt: row.createdAt.toISOString(),
});

/**
 * What happened in a store, ascending: all that webhooks tell, and what happens to the webhooks channel itself
 * (contract §6). Sequences follow the commits, so a reader that goes on from the last one misses nothing.
 * @throws RetailerNotFound, StoreNotFound; EventsExpired behind a sequence that is older than events are kept
 */
export async function listEvents(ctx: Context, input: ListEvents): Promise<EventPage> {
  const store = await findStore(ctx, input);
  const { size } = input.page;
  const asked = input.page.after ?? input.after;
  const { sequence, back } = asked ?? { sequence: 0, back: false };
  const read = await ctx.db.query<EventRow>(back ? before : behind, [
    store.retailerId,
    store.storeId,
    sequence,
    size + 1,
  ]);
  // Read last: what expired before is in it, and what was removed had expired.
  const floor = await readLogFloor(ctx.db, store);
  if (asked && (back ? sequence - 1 : sequence) < floor) throw eventsExpired(floor);
  const rows = read.filter((row) => row.sequence > floor);
  const hasMore = rows.length > size;
  const data = rows.slice(0, size).map(presentEvent);
  if (back) data.reverse();
  const [first, last] = [data[0], data.at(-1)];
  return {
    data,
    next: last && (back || hasMore) ? String(last.sequence) : null,
    prev: (back ? hasMore : sequence > floor) ? `p${first?.sequence ?? sequence + 1}` : null,
  };
}
