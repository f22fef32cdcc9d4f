/** A call that the inbox received. */
export interface InboxCall {
  /** Counts the store's calls, from 1. */
  number: number;
  receivedAt: string;
  /** Whether `X-Webhook-Signature` is right for the raw body. */
  verified: boolean;
  /** `X-Webhook-Sequence` */
  sequence: number | null;
  action: string | null;
  barcode: string | null;
  status: string | null;
  price: number | null;
  currency: string | null;
  /** All of it when its signature is right, else how it begins. */
  body: string;
}

/** What the receiver last heard of an item. */
export interface PictureItem {
  barcode: string;
  status: string;
  price: number;
  currency: string;
  sequence: number;
  receivedAt: string;
}
