import { isDeepStrictEqual } from "node:util";
import type { SqlTx } from "@highstreet/db";
import { appendEvents } from "../log/index.ts";
import { aboutChannel } from "./about-channel.ts";
import type { ChannelId } from "./channel.schema.ts";
import type { ChannelRow, StoreIds } from "./channel-row.ts";

const save = `
  INSERT INTO channel (retailer_id, store_id, channel, status, warnings, parameters, storefront_url, waiting_since,
    secret, previous_secret_until, daily_budget, event_sequence, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (retailer_id, store_id, channel) DO UPDATE SET
    status = excluded.status, warnings = excluded.warnings, parameters = excluded.parameters,
    storefront_url = excluded.storefront_url, waiting_since = excluded.waiting_since, secret = excluded.secret,
    previous_secret_until = excluded.previous_secret_until,
    daily_budget = excluded.daily_budget,
    event_sequence = COALESCE(excluded.event_sequence, channel.event_sequence), updated_at = excluded.updated_at`;

const remove = `DELETE FROM channel WHERE retailer_id = $1 AND store_id = $2 AND channel = $3`;

const isTold = (before: ChannelRow, after: ChannelRow): boolean =>
  before.status === after.status && isDeepStrictEqual(before.warnings, after.warnings);

/**
 * The only writer of channel records, and of `channel.update`: each change of status or warnings is an event, the first
 * enabling included (contract §5). The caller holds the store's lock and has read `before` under it.
 * @returns the record as saved
 */
export async function saveChannel(
  tx: SqlTx,
  before: ChannelRow | undefined,
  after: ChannelRow,
  now: Date,
): Promise<ChannelRow> {
  const row = { ...after, updatedAt: now };
  const { retailerId, storeId, channel, status, warnings } = row;
  const [sequence] =
    before && isTold(before, after)
      ? []
      : await appendEvents(
          tx,
          row,
          [
            {
              action: "channel.update",
              subject: `channel:${channel}`,
              data: {
                store: { id: storeId },
                retailer: { id: retailerId },
                status,
                channel: aboutChannel(channel),
                warnings,
              },
            },
          ],
          now,
        );
  await tx.query(save, [
    retailerId,
    storeId,
    channel,
    status,
    JSON.stringify(warnings),
    JSON.stringify(row.parameters),
    row.storefrontUrl,
    row.waitingSince,
    row.secret,
    row.previousSecretUntil,
    row.dailyBudget,
    sequence ?? null,
    row.createdAt,
    now,
  ]);
  return row;
}

/** Removes a channel record: no event (contract §5). The caller holds the store's lock. */
export async function deleteChannel(tx: SqlTx, store: StoreIds, channel: ChannelId): Promise<void> {
  await tx.query(remove, [store.retailerId, store.storeId, channel]);
}
