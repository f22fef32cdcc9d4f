import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@highstreet/db";
import { awaitRelease, lockCursor, wakeStore } from "@highstreet/delivery";
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
import { checkVersion } from "../../kernel/if-match.ts";
import { nameEndpoint } from "./internal/endpoint.ts";
import { openSecrets, replaceSecret, sealSecrets } from "./internal/signing-secrets.ts";
import type { RotateSecret } from "./webhooks.schema.ts";

/** Takes the lease away, so that the worker reads the new secret. @returns the store's worker */
async function renewEndpoint(tx: Tx, store: StoreIds, url: string): Promise<string | null> {
  const endpoint = await nameEndpoint(tx, store, url);
  const { retailerId, storeId } = store;
  await tx.prisma.deliveryCursor.updateMany({
    where: { retailerId, storeId },
    data: { leaseEpoch: { increment: 1 }, endpoint },
  });
  return wakeStore(tx, store);
}

/**
 * For 24 hours calls are signed with both secrets. After the return every new call has the new signature. Running calls are aborted and
 * sent again.
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
    checkVersion(ctx, before.version);
    const secrets = openSecrets(ctx.vault, store, before.secret);
    const replaced = replaceSecret(secrets, secret, { now, immediate });
    const was = presentChannel(before, store.timezone, ctx.now());
    if (isDeepStrictEqual(replaced, secrets)) return was;
    const row = await saveChannel(tx, before, { ...before, ...sealSecrets(ctx.vault, store, replaced) }, "call", now);
    const workerId = await renewEndpoint(tx, store, String(before.parameters.webhookUrl));
    const channel = presentChannel(row, store.timezone, ctx.now());
    await recordHistory(ctx, tx, [{ ...channelWrite(store, was, channel), action: "channel.rotate" }]);
    tx.afterCommit((sql) => awaitRelease(sql, store, workerId));
    return channel;
  });
}
