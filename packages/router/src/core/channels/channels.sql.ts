import type { Prisma } from "@highstreet/db";
import type { ChannelId, ChannelStatus } from "./channel.schema.ts";

/** The channels of the store `$2` or, with null, of all stores of the retailer `$1`. */
const ofStores = "FROM channel WHERE retailer_id = $1 AND ($2::uuid IS NULL OR store_id = $2)";

export const channelStatusesSql = `SELECT store_id AS "storeId", channel, status ${ofStores}`;
export type ChannelStatusRow = Pick<Prisma.ChannelModel, "storeId"> & { channel: ChannelId; status: ChannelStatus };

export const enabledChannelsSql = `SELECT DISTINCT channel ${ofStores}`;
