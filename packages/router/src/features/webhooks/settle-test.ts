import type { CallResult } from "@highstreet/outbound";
import { channelWrite, presentChannel, readChannel } from "../../core/channels/index.ts";
import { recordHistory } from "../../core/history/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { lockCursor, releaseHold } from "./begin-generation.ts";
import { changeEndpoint, endpointWarnings } from "./endpoint-warnings.ts";
import { noteSuccess } from "./receiver-health.ts";

const isOf = `SELECT endpoint, receiver FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2 AND generation = $3`;

/** The ping that waits is answered by this. */
const settlePing = `
  WITH waiting AS (
    DELETE FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2 AND sequence = $3 RETURNING attempts
  )
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, status, ms, outcome, answer, endpoint)
  SELECT $1, $2, $3, attempts + 1, $4, $5, $6, 'delivered', $7, $8 FROM waiting`;

/** Whoever is sending finds it anew: verified, and not failing. */
const beginAnew = `UPDATE delivery_cursor SET epoch = epoch + 1, failures = 0, failing_since = NULL
  WHERE retailer_id = $1 AND store_id = $2`;

/**
 * What a test call that was accepted means (contract §5, webhooks): a pending endpoint is verified, a failing one fails no
 * more, and what waits goes out. Nothing, if the channel was replaced or removed since the call was made.
 */
export async function settleTest(
  ctx: Context,
  store: StoreRow,
  { generation, at, result }: { generation: number; at: Date; result: CallResult },
): Promise<void> {
  const ids = [store.retailerId, store.storeId];
  await ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, store.retailerId, [store.storeId]);
    await lockCursor(tx, store);
    const [cursor] = await tx.query<{ endpoint: number; receiver: string }>(isOf, [...ids, generation]);
    const before = await readChannel(tx, store, "webhooks");
    if (!cursor || !before) return;
    await noteSuccess(tx, cursor.receiver);
    const { verificationFailed, failing } = endpointWarnings;
    const isPending = before.status === "pending";
    if (!isPending && !before.warnings.some(({ id }) => id === failing.id)) return;
    if (isPending) {
      const call = [at, result.status, result.ms, result.answer, cursor.endpoint];
      await tx.query(settlePing, [...ids, generation, ...call]);
    }
    const take = isPending ? verificationFailed : failing;
    await changeEndpoint(tx, store, { status: "connected", take }, ctx.now());
    await tx.query(beginAnew, ids);
    await releaseHold(tx, store);
    const after = await readChannel(tx, store, "webhooks");
    const [was, is] = [before, after].map((row) => row && presentChannel(row, store.timezone));
    recordHistory(ctx, tx, [channelWrite(store, was, is)]);
  });
}
