import { readHeaders, verifyWebhook, type WebhookEvent, type WebhookHeaders } from "./verify-webhook.ts";

/** Remembers the newest call of each subject: an item, the source or a channel of a store. */
export interface ReceiverStore<Transaction> {
  /**
   * Runs `handle`, unless this sequence of the subject or a higher one is recorded. Records the sequence if `handle` succeeds. Calls of
   * one subject wait for each other.
   * @returns whether `handle` ran
   */
  once: (subject: string, sequence: number, handle: (transaction: Transaction) => Promise<void>) => Promise<boolean>;
}

export interface ReceiverOptions<Transaction> {
  /** The secret of the channel or endpoint, or its public key; during a change, both the old and the new one. */
  secrets: string | readonly string[];
  store: ReceiverStore<Transaction>;
  /** Gets each state once, and none after a newer one. If it fails, answer with 500: the call comes again. */
  handle: (event: WebhookEvent, transaction: Transaction) => Promise<void> | void;
}

/** What a call is about, and its place in the log. Both come from signed parts. Other calls than events have no order. */
function placeOf(id: string, event: WebhookEvent): [subject: string, sequence: number] {
  const [, storeId, sequence] = /^evt_([^_]+)_(\d{1,15})$/.exec(id) ?? [];
  if (!storeId) return [id, 0];
  const about = {
    "webhook.enabled": () => "",
    "inventory.update": (data: { id?: string }) => data.id,
    "inventory_source.update": () => "",
    "channel.update": (data: { channel?: { id: string } }) => data.channel?.id,
  }[event.action]?.(event.data as object);
  return [about === undefined ? id : `${storeId} ${event.action} ${about}`, Number(sequence)];
}

/**
 * Makes a function that verifies a webhook call, drops repeats and states older than one that was handled, and hands on the others.
 * Answer with a 2xx if it resolves, 400 for a `WebhookVerificationError`, and 500 for any other error. An event that comes to two
 * addresses is handled once: give each address a store of its own if both shall handle it.
 */
export function createReceiver<Transaction>({
  secrets,
  store,
  handle,
}: ReceiverOptions<Transaction>): (
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
) => Promise<"handled" | "dropped"> {
  return async (rawBody, headers) => {
    const event = await verifyWebhook(rawBody, headers, secrets);
    const place = placeOf(readHeaders(headers)("webhook-id") ?? "", event);
    const isNew = await store.once(...place, async (transaction) => handle(event, transaction));
    return isNew ? "handled" : "dropped";
  };
}
