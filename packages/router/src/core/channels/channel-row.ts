import type { Sql } from "@highstreet/db";
import type { ChannelId, ChannelStatus, Warning } from "./channel.schema.ts";

/** A channel as it is stored. */
export interface ChannelRow {
  retailerId: string;
  storeId: string;
  channel: ChannelId;
  status: ChannelStatus;
  warnings: Warning[];
  /** As given at enabling, without secrets. */
  parameters: Record<string, unknown>;
  storefrontUrl: string | null;
  /** search: since when it waits to be let into its location. */
  waitingSince: Date | null;
  /** webhooks: the signing secret, sealed; while it changes, all that are in force. */
  secret: Uint8Array | null;
  /** webhooks: until then a secret before is in force, too. */
  previousSecretUntil: Date | null;
  /** local_ads: the budget in force, in pence. */
  dailyBudget: number | null;
  /** local_ads: the last of the changes to come (`budget_change`), in pence, and when it is due. */
  upcomingBudget: number | null;
  upcomingActivates: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const channels = `
  SELECT c.retailer_id AS "retailerId", c.store_id AS "storeId", c.channel, c.status, c.warnings, c.parameters,
    c.storefront_url AS "storefrontUrl", c.waiting_since AS "waitingSince", c.secret,
    c.previous_secret_until AS "previousSecretUntil", c.daily_budget AS "dailyBudget",
    last.budget AS "upcomingBudget", last.activates_at AS "upcomingActivates",
    c.created_at AS "createdAt", c.updated_at AS "updatedAt"
  FROM channel c
  LEFT JOIN LATERAL (
    SELECT b.budget, b.activates_at, b.made_at FROM budget_change b
    WHERE b.retailer_id = c.retailer_id AND b.store_id = c.store_id AND c.channel = 'local_ads'
    ORDER BY b.local_date DESC LIMIT 1
  ) last ON last.made_at IS NULL`;

const ofStore = `${channels} WHERE c.retailer_id = $1 AND c.store_id = $2 ORDER BY c.created_at, c.channel`;
const one = `${channels} WHERE c.retailer_id = $1 AND c.store_id = $2 AND c.channel = $3`;

export interface StoreIds {
  retailerId: string;
  storeId: string;
}

/** The channels of a store, in the order of their enabling. */
export function readChannels(sql: Sql, store: StoreIds): Promise<ChannelRow[]> {
  return sql.query<ChannelRow>(ofStore, [store.retailerId, store.storeId]);
}

/** One channel of a store; undefined: not enabled. */
export async function readChannel(sql: Sql, store: StoreIds, channel: ChannelId): Promise<ChannelRow | undefined> {
  const [row] = await sql.query<ChannelRow>(one, [store.retailerId, store.storeId, channel]);
  return row;
}

/** A channel about to be enabled: pending, with nothing known of it. */
export function newChannel(store: StoreIds, channel: ChannelId, now: Date): ChannelRow {
  return {
    retailerId: store.retailerId,
    storeId: store.storeId,
    channel,
    status: "pending",
    warnings: [],
    parameters: {},
    storefrontUrl: null,
    waitingSince: null,
    secret: null,
    previousSecretUntil: null,
    dailyBudget: null,
    upcomingBudget: null,
    upcomingActivates: null,
    createdAt: now,
    updatedAt: now,
  };
}
