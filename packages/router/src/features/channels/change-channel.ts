import { within } from "@highstreet/db";
import { insufficientRole } from "../../access/authorize.ts";
import { storesOf } from "../../access/find-retailer.ts";
import type { ChannelId, ChannelRecord } from "../../core/channels/channel.schema.ts";
import {
  type ChannelChange,
  type ChannelRow,
  channelKind,
  channelNotEnabled,
  channelWrite,
  presentChannel,
  readChannel,
  resolveChannel,
  type StoreIds,
} from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStore } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { fromZodError } from "../../kernel/zod-error.ts";
import { EnableChannel, type EnabledChannel, type GetChannel, type UpdateChannel } from "./channels.schema.ts";

/** Opens the transaction of a change, locks the store and reads the channel. @throws RetailerNotFound, StoreNotFound */
export async function changeChannel<Result>(
  ctx: Context,
  { retailerId, storeId }: StoreIds,
  id: ChannelId,
  change: (held: ChannelChange) => Promise<Result>,
): Promise<Result> {
  // Who receives the events is for an owner to say, or for a manager of all stores.
  if (id === "webhooks" && storesOf(ctx.actor, retailerId)) {
    throw insufficientRole("manager", { access: "channels:write" }, true);
  }
  const ids = await findStore(ctx, { retailerId, storeId });
  return ctx.db.transaction(ids, async (tx) => {
    await lockStore(tx, ids);
    // Another transaction may have changed the time zone before this one got the lock.
    const store = await findStore({ ...ctx, db: within(ctx.db, tx) }, ids);
    return change({ tx, store, before: await readChannel(tx, store, id), now: ctx.now() });
  });
}

/** Records a change of a channel in the history. @returns the record after the change; undefined: it is gone */
export async function recordChange(
  ctx: Context,
  { tx, store, before }: Pick<ChannelChange, "tx" | "store" | "before">,
  after: ChannelRow | undefined,
  action?: "channel.rotate",
): Promise<ChannelRecord | undefined> {
  const [was, is] = [before, after].map((row) => row && presentChannel(row, store.timezone, ctx.now()));
  const write = channelWrite(store, was, is);
  await recordHistory(ctx, tx, [action ? { ...write, action } : write]);
  return is;
}

/** @throws ChannelNotEnabled, PreconditionFailed */
export function enabledAt<Held extends ChannelChange>(ctx: Context, id: ChannelId, held: Held) {
  const { before } = held;
  if (!before) throw channelNotEnabled(id);
  checkVersion(ctx, before.version);
  return { ...held, before };
}

/**
 * Enables a channel for a store, or changes an enabled one.
 * @throws RetailerNotFound, StoreNotFound; ValidationFailed for a webhook URL that is not allowed; ChannelInUse, StoreCodeMismatch,
 *   SearchChannelNotConnected, InsufficientInStockProducts
 */
export async function enableChannel(ctx: Context, input: EnableChannel): Promise<EnabledChannel> {
  const store = await findStore(ctx, input);
  const { type, parameters } = input.body;
  const id = resolveChannel(type);
  const kind = channelKind(id);
  await kind.checkParameters?.(ctx, parameters, await readChannel(ctx.db, store, id));
  return changeChannel(ctx, input, id, async (held) => {
    checkVersion(ctx, held.before?.version ?? 0);
    const channel = await recordChange(ctx, held, await kind.enable(ctx, held, parameters));
    return { created: !held.before, channel: channel as ChannelRecord };
  });
}

/** @throws ValidationFailed */
function mergedParameters(ctx: Context, before: ChannelRow, patch: Record<string, unknown>): unknown {
  const { retailerId, storeId, channel: type } = before;
  const all = { ...before.parameters, ...channelKind(type).readSecrets?.(ctx, before), ...patch };
  const parameters = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const call = { retailerId, storeId, body: { type, parameters } };
  const { data, error } = EnableChannel.safeParse(call);
  if (error) throw fromZodError(error, call);
  return data.body.parameters;
}

/**
 * Changes parameters of an enabled channel and keeps the others, the secret included (JSON Merge Patch, RFC 7396).
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled; ValidationFailed; the errors of enabling the channel
 */
export async function updateChannel(ctx: Context, input: UpdateChannel): Promise<ChannelRecord> {
  const id = resolveChannel(input.type);
  const kind = channelKind(id);
  const store = await findStore(ctx, input);
  const before = await readChannel(ctx.db, store, id);
  if (!before) throw channelNotEnabled(id);
  const patch = input.body.parameters;
  if (!patch) {
    checkVersion(ctx, before.version);
    return presentChannel(before, store.timezone, ctx.now());
  }
  mergedParameters(ctx, before, patch);
  await kind.checkParameters?.(ctx, patch, before);
  return changeChannel(ctx, input, id, async (change) => {
    const held = enabledAt(ctx, id, change);
    const row = await kind.enable(ctx, held, mergedParameters(ctx, held.before, patch));
    return (await recordChange(ctx, held, row)) as ChannelRecord;
  });
}

/**
 * @returns null if the record is gone; for local ads the record with the upcoming end of the budget
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled; ChannelInUse for search while local ads exist
 */
export async function removeChannel(ctx: Context, input: GetChannel): Promise<ChannelRecord | null> {
  const id = resolveChannel(input.type);
  return changeChannel(ctx, input, id, async (change) => {
    const held = enabledAt(ctx, id, change);
    return (await recordChange(ctx, held, await channelKind(id).remove(ctx, held))) ?? null;
  });
}
