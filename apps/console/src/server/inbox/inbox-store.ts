import { once } from "../once.ts";
import type { InboxCall, PictureItem } from "./inbox-call.ts";

const CALLS = 500;
const STORES = 100;

interface Inbox {
  /** Newest first. */
  calls: InboxCall[];
  received: number;
  wrong: number;
  picture: Map<string, PictureItem>;
}

const inboxes = (): Map<string, Inbox> => once("inboxes", () => new Map());

/** The inbox of a store, in this process's memory: its last 500 calls, and what they told in all. */
export function inboxOf(storeId: string): Readonly<Inbox> {
  return inboxes().get(storeId) ?? { calls: [], received: 0, wrong: 0, picture: new Map() };
}

/** Puts a call into its store's inbox. Only what is signed rightly changes the picture. */
export function receive(storeId: string, call: Omit<InboxCall, "number">): void {
  const all = inboxes();
  const inbox: Inbox = { ...inboxOf(storeId) };
  inbox.received += 1;
  if (!call.verified) inbox.wrong += 1;
  inbox.calls = [{ ...call, number: inbox.received }, ...inbox.calls].slice(0, CALLS);
  if (call.verified) remember(inbox.picture, call);
  all.delete(storeId);
  all.set(storeId, inbox);
  // Anybody may call any address: the inboxes longest silent make room.
  for (const oldest of all.keys()) {
    if (all.size <= STORES) break;
    all.delete(oldest);
  }
}

/** Empties a store's inbox. */
export function emptyInbox(storeId: string): void {
  inboxes().delete(storeId);
}

/** Sequences say which of two calls is newer, whichever arrived first. */
function remember(picture: Map<string, PictureItem>, call: Omit<InboxCall, "number">): void {
  const { barcode, status, price, currency, sequence, receivedAt } = call;
  if (call.action !== "inventory.update") return;
  if (barcode === null || status === null || price === null || currency === null || sequence === null) return;
  if ((picture.get(barcode)?.sequence ?? -1) > sequence) return;
  picture.delete(barcode);
  picture.set(barcode, { barcode, status, price, currency, sequence, receivedAt });
}
