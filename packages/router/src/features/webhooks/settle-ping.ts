import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { changeEndpoint, endpointWarnings, holdsLease } from "./endpoint-warnings.ts";
import type { Lease } from "./lease-store.ts";
import type { Completion } from "./record-deliveries.ts";
import { MOST_TRIES } from "./retry-schedule.ts";

const log = `
  INSERT INTO delivery_attempt (retailer_id, store_id, sequence, try, at, status, ms, outcome, answer, endpoint)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const settle = `DELETE FROM delivery_retry WHERE retailer_id = $1 AND store_id = $2 AND sequence = $3`;

const again = `UPDATE delivery_retry SET tries = $4, attempts = $5, due_at = $6
  WHERE retailer_id = $1 AND store_id = $2 AND sequence = $3`;

/**
 * Records the call that verifies an endpoint (contract §5, webhooks): after a 2xx the channel is connected and its
 * events go out; failed, the channel has a warning, and after the usual tries the ping is sent anew every hour.
 * @param done its `dueAt` says when to send it again
 * @returns false: the lease was lost, and nothing was recorded
 */
export async function settlePing(ctx: Context, lease: Lease, done: Completion): Promise<boolean> {
  const now = ctx.now();
  const ids = [lease.retailerId, lease.storeId, done.sequence];
  const isAnswered = done.result === "delivered";
  const isGivenUp = !isAnswered && done.tries >= MOST_TRIES;
  return ctx.db.transaction(lease, async (tx) => {
    await lockStores(tx, lease.retailerId, [lease.storeId]);
    if (!(await holdsLease(tx, lease))) return false;
    const outcome = isAnswered ? "delivered" : isGivenUp ? "failed" : "retrying";
    const call = [done.try, done.at, done.status, done.ms, outcome, done.answer, lease.endpoint];
    await tx.query(log, [...ids, ...call]);
    if (isAnswered) {
      await tx.query(settle, ids);
      await changeEndpoint(tx, lease, { status: "connected", take: endpointWarnings.verificationFailed }, now);
      return true;
    }
    await tx.query(again, [...ids, Math.min(done.tries, MOST_TRIES), done.try, done.dueAt]);
    await changeEndpoint(tx, lease, { add: endpointWarnings.verificationFailed }, now);
    return true;
  });
}
