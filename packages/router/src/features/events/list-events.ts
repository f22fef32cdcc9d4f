import type { EventPage, EventRecord, ListEvents } from "../../core/log/events.schema.ts";
import { type EventRow, eventData, eventsExpired, eventsSql, readLogFloor } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";

const presentEvent = (row: EventRow): EventRecord => ({
  sequence: row.sequence,
  action: row.action,
  data: JSON.parse(eventData(row, true)) as EventRecord["data"],
  createdAt: row.createdAt.toISOString(),
});

/**
 * In ascending order, with the changes of the webhooks channel itself. Sequences follow the order of commits, so a reader that continues
 * after its last sequence misses nothing.
 * @throws RetailerNotFound, StoreNotFound; EventsExpired if the given sequence is older than the log
 */
export async function listEvents(ctx: Context, input: ListEvents): Promise<EventPage> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const { size } = input.page;
  const asked = input.page.after ?? input.after;
  // Events that are older than the log can still be stored.
  const { sequence, back } = asked ?? { sequence: await readLogFloor(ctx.db, { retailerId, storeId }), back: false };
  const read = await ctx.db.query<EventRow>(back ? eventsSql.before : eventsSql.after, [
    retailerId,
    storeId,
    sequence,
    size + 1,
  ]);
  // Read last, so that it covers every event that was removed before.
  const floor = await readLogFloor(ctx.db, { retailerId, storeId });
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
