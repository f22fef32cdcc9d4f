import { close, open, read, write } from "node:fs";
import { promisify } from "node:util";

// Descriptors of files. Another process can use them, too, and reads at a position do not move them.

export const openFile = promisify(open);
export const closeFile = promisify(close);
const readSome = promisify(read);
const writeSome = promisify(write);

/** Fills a buffer from a position of a file. @throws Error if the file is shorter */
export async function readFully(descriptor: number, buffer: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesRead } = await readSome(descriptor, buffer, done, buffer.length - done, position + done);
    if (bytesRead === 0) throw new Error("the file of a feed is shorter than its size");
    done += bytesRead;
  }
  return buffer;
}

/** Writes all bytes at the end of a file, or to a pipe. */
export async function writeFully(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await writeSome(descriptor, bytes, done)).bytesWritten;
  }
}
