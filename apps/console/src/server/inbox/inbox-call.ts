/** A call that the inbox received. */
export interface InboxCall {
  /** Number of the call in this store, from 1. */
  number: number;
  receivedAt: string;
  /** Whether `X-Webhook-Signature` is valid for the raw body. */
  verified: boolean;
  /** `X-Webhook-Sequence` */
  sequence: number | null;
  action: string | null;
  barcode: string | null;
  status: string | null;
  price: number | null;
  currency: string | null;
  /** The whole body if its signature is valid, otherwise its beginning. */
  body: string;
}

/** The last received state of an item. */
export interface PictureItem {
  barcode: string;
  status: string;
  price: number;
  currency: string;
  sequence: number;
  receivedAt: string;
}
