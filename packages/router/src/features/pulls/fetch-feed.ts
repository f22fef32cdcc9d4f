/** What tells two versions of a file apart (RFC 9110 §8.8), as its server gave it. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FeedRequest {
  url: string;
  /** Value of the `Authorization` header; null: none is sent. */
  authorization: string | null;
  /** Of the file that is known already; null: the file is wanted whatever it is. */
  known: Validators | null;
}

/** A file as it arrives. */
export interface FetchedFeed {
  /** As received: maybe gzip. @throws FetchFailed when it does not come to its end */
  bytes: AsyncIterable<Uint8Array>;
  validators: Validators;
  /** Ends the connection, whether all was read or not. */
  close(): Promise<void>;
}

/**
 * Fetches a file from an address that a partner named: the port to the outside that pulling works with.
 * @returns `unchanged`: the file is the known one
 * @throws FetchFailed
 */
export type FetchFeed = (request: FeedRequest) => Promise<FetchedFeed | "unchanged">;

/** Why a file could not be fetched: a sentence for the people of the shop, without secrets. */
export class FetchFailed extends Error {}
