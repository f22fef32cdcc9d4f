import { readFully } from "../descriptor.ts";
import type { BytesFacts, FeedBytes } from "../feed.ts";
import { tooMuchWork } from "../feed-error.ts";

const PIECE = 1 << 16;

/** The bytes of a feed in a file of this process. Each read checks the processor time. */
export class FeedFile implements FeedBytes {
  readonly size: number;
  readonly limit: number;
  readonly isUtf8: boolean;
  readonly isPartial: boolean;
  readonly #descriptor: number;
  readonly #seconds: number;

  /** @param seconds maximum processor time */
  constructor(descriptor: number, { size, limit, isUtf8, isPartial }: BytesFacts, seconds: number) {
    this.#descriptor = descriptor;
    this.#seconds = seconds;
    this.size = size;
    this.limit = limit;
    this.isUtf8 = isUtf8;
    this.isPartial = isPartial;
  }

  /** @throws FeedTooComplex beyond the processor time */
  checkTime(): void {
    const { user, system } = process.threadCpuUsage();
    if (user + system > this.#seconds * 1_000_000) throw tooMuchWork(this.#seconds);
  }

  async read(position: number, length: number): Promise<Uint8Array> {
    return this.#readInto(Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - position))), position);
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    const piece = Buffer.allocUnsafe(PIECE);
    for (let at = 0; at < this.size; at += PIECE) {
      yield await this.#readInto(piece.subarray(0, Math.min(PIECE, this.size - at)), at);
    }
  }

  #readInto(buffer: Buffer, position: number): Promise<Buffer> {
    this.checkTime();
    return readFully(this.#descriptor, buffer, position);
  }
}
