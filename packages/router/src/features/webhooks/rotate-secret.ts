import { isDeepStrictEqual } from "node:util";
import type { SqlTx } from "@highstreet/db";
import type { ChannelRecord } from "../../core/channels/channel.schema.ts";
import {
  channelNotEnabled,
  channelWrite,
  presentChannel,
  readChannel,
  type StoreIds,
  saveChannel,
} from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { awaitLane } from "./await-lane.ts";
import { lockCursor, wakeStore } from "./begin-generation.ts";
import type { RotateSecret } from "./endpoint.schema.ts";
import { nameEndpoint } from "./name-endpoint.ts";
import { openSecrets, replaceSecret, sealSecrets } from "./signing-secrets.ts";

const call = `UPDATE delivery_cursor SET epoch = epoch + 1, endpoint = $3 WHERE retailer_id = $1 AND store_id = $2`;

/** The endpoint has another secret: whoever is sending reads it anew. @returns the worker that was */
async function callAnew(tx: SqlTx, store: StoreIds, url: string): Promise<string | null> {
  const endpoint = await nameEndpoint(tx, store, url);
  await tx.query(call, [store.retailerId, store.storeId, endpoint]);
  return wakeStore(tx, store);
}

/**
 * Gives the webhooks channel another signing secret (contract §6, Rotation): for 24 hours calls are signed with both, so
 * that a receiver may change over at any moment. When this returns, no call starts any more without the new one: what
 * was on the wire is cut off and sent again, signed with both.
 * @throws RetailerNotFound, StoreNotFound, ChannelNotEnabled
 */
export async function rotateSecret(ctx: Context, input: RotateSecret): Promise<ChannelRecord> {
  const store = await findStore(ctx, input);
  const { secret, immediate } = input.body;
  const now = ctx.now();
  return ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    await lockCursor(tx, store);
    const before = await readChannel(tx, store, "webhooks");
    if (!before?.secret) throw channelNotEnabled("webhooks");
    const secrets = openSecrets(ctx.vault, store, before.secret);
    const replaced = replaceSecret(secrets, secret, { now, immediate });
    const was = presentChannel(before, store.timezone);
    if (isDeepStrictEqual(replaced, secrets)) return was;
    const row = await saveChannel(tx, before, { ...before, ...sealSecrets(ctx.vault, store, replaced) }, now);
    const owner = await callAnew(tx, store, String(before.parameters.webhookUrl));
    const channel = presentChannel(row, store.timezone);
    recordHistory(ctx, tx, [{ ...channelWrite(store, was, channel), action: "channel.rotate" }]);
    tx.afterCommit((sql) => awaitLane(sql, store, owner));
    return channel;
  });
}
