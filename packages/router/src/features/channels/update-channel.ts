import { within } from "@highstreet/db";
import type { ChannelId, ChannelRecord } from "../../core/channels/channel.schema.ts";
import {
  channelKind,
  channelNotEnabled,
  channelWrite,
  presentChannel,
  readChannel,
  resolveChannel,
  type StoreIds,
  type WithPrisma,
} from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { fromZodError } from "../../kernel/zod-error.ts";
import { EnableChannel, type UpdateChannel } from "./channels.schema.ts";

/**
 * Changes parameters of an enabled channel and keeps the others, the secret of webhooks included (JSON Merge Patch, RFC 7396).
 * @throws UnknownChannel, RetailerNotFound, StoreNotFound, ChannelNotEnabled; ValidationFailed; the errors of enabling the channel
 */
export async function updateChannel(ctx: Context, input: UpdateChannel): Promise<ChannelRecord> {
  const id = resolveChannel(input.type);
  const { retailerId, storeId } = await findStore(ctx, input);
  const ids = { retailerId, storeId };
  const kind = channelKind(id);
  const patch = input.body.parameters;
  await mergedParameters(ctx, ctx.db, { ids, id, patch });
  await kind.checkParameters?.(ctx, patch);
  return ctx.db.transaction(ids, async (tx) => {
    const inTx = { ...ctx, db: within(ctx.db, tx) };
    await lockStores(tx, retailerId, [storeId]);
    const store = await findStore(inTx, input);
    const { before, parameters } = await mergedParameters(ctx, tx, { ids, id, patch });
    checkVersion(ctx, before.version);
    const { row } = await kind.enable(inTx, store, parameters);
    const channel = presentChannel(row, store.timezone, ctx.now());
    recordHistory(ctx, tx, [channelWrite(store, presentChannel(before, store.timezone, ctx.now()), channel)]);
    return channel;
  });
}

/** @returns the stored channel, and all of its parameters with the patch applied */
async function mergedParameters(
  ctx: Context,
  db: WithPrisma,
  { ids, id, patch }: { ids: StoreIds; id: ChannelId; patch: Record<string, unknown> },
) {
  const before = await readChannel(db, ids, id);
  if (!before) throw channelNotEnabled(id);
  const all = { ...before.parameters, ...channelKind(id).readSecrets?.(ctx, before), ...patch };
  const parameters = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const call = { ...ids, body: { type: id, parameters } };
  const { data, error } = EnableChannel.safeParse(call);
  if (error) throw fromZodError(error, call);
  return { before, parameters: data.body.parameters };
}
