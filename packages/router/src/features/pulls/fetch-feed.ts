/** The validators of a file from its server (RFC 9110, section 8.8). They tell two versions apart. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FeedRequest {
  url: string;
  /** Value of the `Authorization` header; null: no header. */
  authorization: string | null;
  /** The validators of the last file; null: the server must send the file in any case. */
  known: Validators | null;
}

/** A file that is arriving. */
export interface FetchedFeed {
  /** The bytes as received, perhaps gzip. @throws FetchFailed if the file breaks off */
  bytes: AsyncIterable<Uint8Array>;
  validators: Validators;
  /** Ends the connection, also before the end of the file. */
  close(): Promise<void>;
}

/**
 * Fetches a file from an address of a partner. The worker implements it.
 * @returns `unchanged` if the server still has the last file
 * @throws FetchFailed
 */
export type FetchFeed = (request: FeedRequest) => Promise<FetchedFeed | "unchanged">;

/** The reason why a file could not be fetched: one sentence for people, without secrets. */
export class FetchFailed extends Error {}
