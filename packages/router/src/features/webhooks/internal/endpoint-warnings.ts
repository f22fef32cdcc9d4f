import type { Tx } from "@highstreet/db";
import { ENDPOINT_FAILING } from "@highstreet/delivery";
import type { Warning } from "../../../core/channels/channel.schema.ts";
import { readChannel, type StoreIds, saveChannel } from "../../../core/channels/index.ts";

/** The warnings of the webhooks channel. */
export const endpointWarnings = {
  verificationFailed: {
    id: "WebhookVerificationFailed",
    message:
      "The address has not accepted our first call (webhook.enabled). It is called again, in the end every hour; until it accepts, no stock updates are sent.",
  },
  failing: {
    id: ENDPOINT_FAILING,
    message:
      "The address did not accept our last calls. It is called every 30 seconds until it does; other updates wait.",
  },
} satisfies Record<string, Warning>;

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
  await saveChannel(tx, before, { ...before, status, warnings }, "worker", now);
}
