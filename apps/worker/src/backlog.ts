import { readByIndexSql } from "@highstreet/db";
import { readBacklog } from "@highstreet/delivery";
import type { Context } from "@highstreet/router";
import { publicationBacklog } from "@highstreet/router/features/listings/index.ts";
import type { ChannelBacklog } from "@highstreet/telemetry";

/** Reads what waits in all channels, with one bounded statement for each. */
export function readBacklogs({
  db,
  now,
}: Pick<Context, "db" | "now">): Promise<{ channels: ChannelBacklog[]; retries: number }> {
  return db.sqlTransaction("no shop", async (tx) => {
    tx.send(readByIndexSql);
    const webhooks = await readBacklog(tx, now());
    const search = await publicationBacklog(tx, now());
    return {
      channels: [
        { channel: "webhooks", state: "due", stores: webhooks.dueStores, oldestAt: webhooks.dueSince },
        { channel: "webhooks", state: "held", stores: webhooks.heldStores, oldestAt: webhooks.heldSince },
        { channel: "search", state: "due", stores: search.stores, oldestAt: search.since },
      ],
      retries: webhooks.retries,
    };
  });
}
