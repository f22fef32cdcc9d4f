import { type ReceivedEvent, verifyWebhookEvents, type WebhookEvent, type WebhookHeaders } from "./verify-webhook.ts";

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

/** What an event is about, and its place in the log. Both come from signed parts. Other calls than events have no order. */
function placeOf({ id, sequence, action, data }: ReceivedEvent): [subject: string, sequence: number] {
  if (sequence === null) return [id, 0];
  const about = {
    "webhook.enabled": () => "",
    "inventory.update": (data: { id?: string }) => data.id,
    "inventory_source.update": () => "",
    "channel.update": (data: { channel?: { id: string } }) => data.channel?.id,
  }[action]?.(data as object);
  return [about === undefined ? id : `${id.split("_")[1]} ${action} ${about}`, sequence];
}

/**
 * Makes a function that verifies a webhook call, drops repeats and states older than one that was handled, and hands on the others. A batch
 * is handled event by event. If `handle` fails for one, the others are handled, too, and the function fails: they are dropped when they
 * come again.
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
    const received = await verifyWebhookEvents(rawBody, headers, secrets);
    let isNew = false;
    const errors: unknown[] = [];
    for (const event of received) {
      const { id: _, sequence: __, ...plain } = event;
      try {
        isNew =
          (await store.once(...placeOf(event), async (transaction) => handle(plain as WebhookEvent, transaction))) ||
          isNew;
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length) throw errors[0];
    return isNew ? "handled" : "dropped";
  };
}
