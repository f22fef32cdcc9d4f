import type { Tx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import type { DomainError } from "../../kernel/errors.ts";
import type { StoreRow } from "../stores/index.ts";
import { type ChannelId, type ChannelNextSteps, channelIds } from "./channel.schema.ts";
import type { ChannelRow, StoreIds } from "./channel-row.ts";

/**
 * The implementation of one channel. Lower rooms call it through the registry, because they cannot import the feature.
 * All functions with a `tx` run under the store's lock.
 */
export interface ChannelKind<Parameters = unknown> {
  /** Checks given parameters where the check needs the network, before a transaction opens. @throws ValidationFailed */
  checkParameters?(ctx: Context, parameters: Partial<Parameters>): Promise<void>;
  /** The parameters that the record does not show. */
  readSecrets?(ctx: Context, row: ChannelRow): Record<string, unknown>;
  /** What has to happen next; null: nothing. */
  nextSteps?(row: ChannelRow): ChannelNextSteps | null;
  /** Enables the channel or changes it. Runs in the caller's transaction. */
  enable(ctx: Context, store: StoreRow, parameters: Parameters): Promise<{ created: boolean; row: ChannelRow }>;
  /** @returns the record if the channel ends later; null if the record is gone */
  remove(ctx: Context, store: StoreRow): Promise<ChannelRow | null>;
  /** The error that `enable` would throw now for any parameters. */
  findObstacle?(ctx: Context, store: StoreRow): Promise<DomainError | undefined>;
  onStoreChanged?(tx: Tx, before: StoreRow, after: StoreRow, now: Date): Promise<void>;
  /** Runs before the store's rows are deleted. */
  onStoreDeleted?(tx: Tx, store: StoreIds, now: Date): Promise<void>;
  /** Runs after the search channel of the store was changed. */
  onSearchChanged?(tx: Tx, store: StoreIds, now: Date): Promise<void>;
  /** Makes the next check of the channel due, because its warnings may have changed. */
  checkSoon?(tx: Tx, store: StoreIds, now: Date): Promise<void>;
}

const kinds = new Map<ChannelId, ChannelKind>();

/** Registers the implementations of all channels. The composition root calls this once per process. */
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
