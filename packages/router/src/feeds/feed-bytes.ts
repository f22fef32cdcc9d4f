/** The bytes of a feed, in any storage. */
export interface FeedBytes {
  /** In bytes, unpacked. */
  size: number;
  /** More bytes than this were not taken, nor will be what they unpack to. */
  limit: number;
  isUtf8: boolean;
  /** The bytes are the first of a file, and may end anywhere. */
  isPartial: boolean;
  /** The bytes in pieces of at most 64 KiB. Each piece is valid until the next request. The bytes can be read more than once. */
  bytes(): AsyncGenerator<Uint8Array>;
  /** Some of the bytes: fewer than `length` only at the end. */
  read(position: number, length: number): Promise<Uint8Array>;
  /** Waits for something other than reading. Other feeds have their turn meanwhile, and the time does not count. */
  outside<T>(wait: Promise<T>): Promise<T>;
}
