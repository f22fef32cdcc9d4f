import { once } from "../once.ts";

const CALLS = 500;
const STORES = 100;

interface Inbox {
  calls: InboxCall[];
  received: number;
  wrong: number;
  picture: Map<string, PictureItem>;
}

const inboxes = (): Map<string, Inbox> => once("inboxes", () => new Map());

/** The inbox of a store in the memory of this process: its last 500 calls, and the state from all calls. */
export function inboxOf(storeId: string): Readonly<Inbox> {
  return inboxes().get(storeId) ?? { calls: [], received: 0, wrong: 0, picture: new Map() };
}

/** Adds a call to its store's inbox. Only a call with a valid signature changes the state. */
export function receive(storeId: string, call: Omit<InboxCall, "number">): void {
  const all = inboxes();
  const inbox: Inbox = { ...inboxOf(storeId) };
  inbox.received += 1;
  if (!call.verified) inbox.wrong += 1;
  inbox.calls = [{ ...call, number: inbox.received }, ...inbox.calls].slice(0, CALLS);
  if (call.verified) remember(inbox.picture, call);
  all.delete(storeId);
  all.set(storeId, inbox);
  // Any caller can use any address, so the inboxes with the oldest last call are removed first.
  for (const oldest of all.keys()) {
    if (all.size <= STORES) break;
    all.delete(oldest);
  }
}

export function emptyInbox(storeId: string): void {
  inboxes().delete(storeId);
}

/** The sequence decides which of two calls is newer. They can arrive in any order. */
function remember(picture: Map<string, PictureItem>, call: Omit<InboxCall, "number">): void {
  const { barcode, status, price, currency, sequence, receivedAt } = call;
  if (call.action !== "inventory.update") return;
  if (barcode === null || status === null || price === null || currency === null || sequence === null) return;
  if ((picture.get(barcode)?.sequence ?? -1) > sequence) return;
  picture.delete(barcode);
  picture.set(barcode, { barcode, status, price, currency, sequence, receivedAt });
}

export interface InboxCall {
  /** Number of the call in this store, from 1. */
  number: number;
  receivedAt: string;
  /** Whether `X-Webhook-Signature` is valid for the raw body. */
  verified: boolean;
  sequence: number | null;
  action: string | null;
  barcode: string | null;
  status: string | null;
  price: number | null;
  currency: string | null;
  /** The whole body if its signature is valid, otherwise its beginning. */
  body: string;
}

interface PictureItem {
  barcode: string;
  status: string;
  price: number;
  currency: string;
  sequence: number;
  receivedAt: string;
}
