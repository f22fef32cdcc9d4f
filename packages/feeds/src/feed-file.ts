import { close, open, read, write } from "node:fs";
import { promisify } from "node:util";
import type { BytesFacts, FeedBytes } from "./feed.ts";
import { tooMuchWork } from "./feed-error.ts";

export const openFile = promisify(open);
export const closeFile = promisify(close);
const readSome = promisify(read);
const writeSome = promisify(write);

export async function writeFully(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await writeSome(descriptor, bytes, done)).bytesWritten;
  }
}

const PIECE = 1 << 16;

/** Another process can use its descriptor, too, because a read at a position does not move it. */
export class FeedFile implements FeedBytes {
  readonly size: number;
  readonly limit: number;
  readonly isUtf8: boolean;
  readonly isPartial: boolean;
  readonly #descriptor: number;
  readonly #seconds: number;

  /** @param seconds maximum processor time of the process. Each read checks it */
  constructor(descriptor: number, { size, limit, isUtf8, isPartial }: BytesFacts, seconds = Number.POSITIVE_INFINITY) {
    this.#descriptor = descriptor;
    this.#seconds = seconds;
    this.size = size;
    this.limit = limit;
    this.isUtf8 = isUtf8;
    this.isPartial = isPartial;
  }

  checkTime(): void {
    const { user, system } = process.threadCpuUsage();
    if (user + system > this.#seconds * 1_000_000) throw tooMuchWork(this.#seconds);
  }

  async read(position: number, length: number): Promise<Uint8Array> {
    return this.#fill(Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - position))), position);
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    const piece = Buffer.allocUnsafe(PIECE);
    for (let at = 0; at < this.size; at += PIECE) {
      yield await this.#fill(piece.subarray(0, Math.min(PIECE, this.size - at)), at);
    }
  }

  async #fill(buffer: Buffer, position: number): Promise<Buffer> {
    this.checkTime();
    for (let done = 0; done < buffer.length; ) {
      const { bytesRead } = await readSome(this.#descriptor, buffer, done, buffer.length - done, position + done);
      if (bytesRead === 0) throw new Error("the file of a feed is shorter than its size");
      done += bytesRead;
    }
    return buffer;
  }
}
