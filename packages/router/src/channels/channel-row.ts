import type { Sql } from "@highstreet/db";
import type { ChannelId, ChannelStatus, Warning } from "./channels.schema.ts";

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
  /** webhooks: the signing secret, sealed. */
  secret: Uint8Array | null;
  /** local_ads: exact decimals, in GBP. */
  dailyBudget: string | null;
  upcomingBudget: string | null;
  upcomingActivates: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `retailer_id AS "retailerId", store_id AS "storeId", channel, status, warnings, parameters,
  storefront_url AS "storefrontUrl", waiting_since AS "waitingSince", secret, daily_budget AS "dailyBudget",
  upcoming_budget AS "upcomingBudget", upcoming_activates AS "upcomingActivates",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const ofStore = `SELECT ${columns} FROM channel WHERE retailer_id = $1 AND store_id = $2 ORDER BY created_at, channel`;
const one = `SELECT ${columns} FROM channel WHERE retailer_id = $1 AND store_id = $2 AND channel = $3`;

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
    dailyBudget: null,
    upcomingBudget: null,
    upcomingActivates: null,
    createdAt: now,
    updatedAt: now,
  };
}
