/** The bytes of a feed, wherever they are kept. */
export interface FeedBytes {
  /** In bytes, unpacked. */
  size: number;
  /** More bytes than this were not taken, nor will be what they unpack to. */
  limit: number;
  isUtf8: boolean;
  /** The bytes are the first of a file, and may end anywhere. */
  isPartial: boolean;
  /** The bytes in pieces of at most 64 KiB, each good until the next is asked for; can be read more than once. */
  bytes(): AsyncGenerator<Uint8Array>;
  /** Some of the bytes: fewer than `length` only where they end. */
  read(position: number, length: number): Promise<Uint8Array>;
  /** Waits for something that is no work of reading: other feeds have their turn meanwhile, and nothing of it is counted. */
  outside<T>(wait: Promise<T>): Promise<T>;
}
