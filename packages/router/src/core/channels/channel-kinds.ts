import type { Tx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { FoundStore, StoreRow } from "../stores/index.ts";
import {
  type ChannelAbout,
  type ChannelId,
  type ChannelNextSteps,
  channelIds,
  channelNamed,
} from "./channel.schema.ts";
import type { ChannelRow, StoreIds } from "./channel-row.ts";

const catalogue: Record<ChannelId, Omit<ChannelAbout, "id">> = {
  search: {
    label: "Search local listings",
    description: "Shows what is on the shelf in Google's free local listings.",
  },
  local_ads: {
    label: "Local ads",
    description: "Runs local inventory ads around the store, within a daily budget.",
  },
  webhooks: {
    label: "Stock webhooks",
    description: "Calls an HTTPS endpoint whenever a stock status or a price changes.",
  },
};

export function aboutChannel(id: ChannelId): ChannelAbout {
  return { id, ...catalogue[id] };
}

/**
 * The channel that a request names, in any accepted spelling.
 * @throws UnknownChannel
 */
export function resolveChannel(name: string): ChannelId {
  const id = channelNamed(name);
  if (id) return id;
  throw new DomainError(
    "UnknownChannel",
    `There is no channel ${JSON.stringify(name.slice(0, 80))}: ${channelIds.join(", ")} are known.`,
  );
}

export function channelNotEnabled(channel: ChannelId): DomainError {
  return new DomainError(
    "ChannelNotEnabled",
    `${aboutChannel(channel).label} is not enabled for this store. Enable it by POST …/channels.`,
  );
}

/** A channel that a call changes, in a transaction with the store's lock. */
export interface ChannelChange {
  tx: Tx;
  store: FoundStore;
  /** The record before the change; undefined: the channel is not enabled. */
  before: ChannelRow | undefined;
  now: Date;
}

/**
 * The implementation of one channel. Lower rooms call it through the registry, because they cannot import the feature.
 * All functions with a `tx` run under the store's lock.
 */
export interface ChannelKind<Parameters = unknown> {
  /** Checks given parameters where the check needs the network, before a transaction opens. @throws ValidationFailed */
  checkParameters?(ctx: Context, parameters: Partial<Parameters>, before: ChannelRow | undefined): Promise<void>;
  readSecrets?(ctx: Context, row: ChannelRow): Record<string, unknown>;
  nextSteps?(row: ChannelRow): ChannelNextSteps | null;
  enable(ctx: Context, change: ChannelChange, parameters: Parameters): Promise<ChannelRow>;
  /** Removes an enabled channel. @returns the record if the channel ends later; undefined if the record is gone */
  remove(ctx: Context, change: ChannelChange & { before: ChannelRow }): Promise<ChannelRow | undefined>;
  /** The error that `enable` would throw now for any parameters. */
  findObstacle?(ctx: Context, store: StoreRow): Promise<DomainError | undefined>;
  onStoreChanged?(tx: Tx, before: StoreRow, after: StoreRow, now: Date): Promise<void>;
  onStoreDeleted?(tx: Tx, store: StoreIds, now: Date): Promise<void>;
  onSearchChanged?(tx: Tx, store: StoreIds, now: Date): Promise<void>;
  /** Makes the next check of the channel due, because its warnings may have changed. */
  checkSoon?(tx: Tx, store: StoreIds, now: Date): Promise<void>;
}

const kinds = new Map<ChannelId, ChannelKind>();

export function registerChannelKinds(all: Record<ChannelId, ChannelKind<never>>): void {
  for (const [id, kind] of Object.entries(all)) kinds.set(id as ChannelId, kind);
}

/** @throws an Error if the composition root was not imported */
export function channelKind(id: ChannelId): ChannelKind {
  const kind = kinds.get(id);
  if (!kind) throw new Error(`the channel ${id} is not registered: import channel-kinds.ts of the router's root`);
  return kind;
}

/** The implementations of all channels. @throws an Error if the composition root was not imported */
export const channelKinds = (): ChannelKind[] => channelIds.map(channelKind);
