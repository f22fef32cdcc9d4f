import { readChannel, type StoreIds, saveChannel } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { searchWarnings } from "./search-warnings.ts";
import type { WidgetSighting } from "./sighting.schema.ts";

const MINUTE = 60_000;

const find = `
  SELECT s.retailer_id AS "retailerId", s.store_id AS "storeId", s.widget_seen_at AS "seenAt",
         COALESCE(c.warnings @> '[{"id": "${searchWarnings.widgetNotSeen.id}"}]', false) AS "isMissed"
  FROM store s
  LEFT JOIN channel c ON c.retailer_id = s.retailer_id AND c.store_id = s.store_id AND c.channel = 'search'
  WHERE s.widget_token = $1`;

/** Whoever changes the store holds it a while: so many sightings that waited would take all connections. */
const lock = `SELECT widget_seen_at AS "seenAt" FROM store WHERE retailer_id = $1 AND store_id = $2
  FOR NO KEY UPDATE SKIP LOCKED`;

const see = "UPDATE store SET widget_seen_at = $3 WHERE retailer_id = $1 AND store_id = $2";

/**
 * Notes that a store's in-store widget was seen, once a minute at most; whoever missed it misses it no more (contract §5).
 * While the store is being changed nothing is noted: the next sighting is.
 * @throws WidgetNotFound
 */
export async function recordSighting(ctx: Context, { body }: WidgetSighting): Promise<void> {
  const [store] = await ctx.db.query<StoreIds & { seenAt: Date | null; isMissed: boolean }>(find, [body.widgetToken]);
  if (!store) throw new DomainError("WidgetNotFound", "No store has a widget with this token.");
  const now = ctx.now();
  const isNew = (seenAt: Date | null): boolean => !seenAt || now.getTime() - seenAt.getTime() >= MINUTE;
  if (!isNew(store.seenAt) && !store.isMissed) return;
  await ctx.db.transaction(store, async (tx) => {
    const [held] = await tx.query<{ seenAt: Date | null }>(lock, [store.retailerId, store.storeId]);
    if (!held) return;
    if (isNew(held.seenAt)) await tx.query(see, [store.retailerId, store.storeId, now]);
    const channel = await readChannel(tx, store, "search");
    const warnings = channel?.warnings.filter(({ id }) => id !== searchWarnings.widgetNotSeen.id);
    if (channel && warnings?.length !== channel.warnings.length) {
      await saveChannel(tx, channel, { ...channel, warnings: warnings ?? [] }, now);
    }
  });
}
