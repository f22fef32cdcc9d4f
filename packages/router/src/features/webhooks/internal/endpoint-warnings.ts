import type { SqlTx, Tx } from "@highstreet/db";
import type { Warning } from "../../../core/channels/channel.schema.ts";
import { readChannel, type StoreIds, saveChannel } from "../../../core/channels/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { lockLeaseSql } from "../endpoints.sql.ts";
import type { Lease } from "./lease.ts";

/** The warnings of the webhooks channel. */
export const endpointWarnings = {
  verificationFailed: {
    id: "WebhookVerificationFailed",
    message:
      "The address has not accepted our first call (webhook.enabled). It is called again, in the end every hour; until it accepts, no stock updates are sent.",
  },
  failing: {
    id: "WebhookEndpointFailing",
    message:
      "The address did not accept our last calls. It is called every 30 seconds until it does; other updates wait.",
  },
} satisfies Record<string, Warning>;

/** Whether the lease is held. If so, it is held until the transaction ends. The caller holds the store's lock. */
export async function holdsLease(tx: SqlTx, lease: Lease): Promise<boolean> {
  const values = [lease.retailerId, lease.storeId, lease.epoch, lease.pingSequence];
  return (await tx.query(lockLeaseSql, values)).length > 0;
}

/** Changes the channel's status and adds or removes a warning. The caller holds the locks of the store and the cursor. */
export async function changeEndpoint(
  tx: Tx,
  store: StoreIds,
  change: { status?: "connected"; add?: Warning; remove?: Warning },
  now: Date,
): Promise<void> {
  const before = await readChannel(tx, store, "webhooks");
  if (!before) throw new Error(`the webhooks channel of store ${store.storeId} has a cursor, but no record`);
  const ids = new Set([change.add?.id, change.remove?.id]);
  const had = before.warnings.some((warning) => warning.id === change.add?.id);
  const rest = before.warnings.filter((warning) => !ids.has(warning.id));
  const warnings = had ? before.warnings : change.add ? [...rest, change.add] : rest;
  const status = change.status ?? before.status;
  if (status === before.status && warnings.length === before.warnings.length) return;
  await saveChannel(tx, before, { ...before, status, warnings }, now);
}

/**
 * Adds or removes the warning of a failing endpoint.
 * @returns false if the lease was lost
 */
export async function warnOfFailing(ctx: Context, lease: Lease, isFailing: boolean): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.transaction(lease, async (tx) => {
    await lockStores(tx, lease.retailerId, [lease.storeId]);
    if (!(await holdsLease(tx, lease))) return false;
    const { failing } = endpointWarnings;
    await changeEndpoint(tx, lease, isFailing ? { add: failing } : { remove: failing }, now);
    return true;
  });
}
