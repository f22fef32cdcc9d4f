import type { FeedBytes } from "../feed.ts";
import { notOneFile } from "../feed-error.ts";
import { Utf8Check } from "../utf8.ts";
import type { Zip } from "./open-zip.ts";

/** Names of folders, and of files that a Mac adds. */
const noFile = /\/$|^__MACOSX\/|(?:^|\/)\.[^/]*$/;
/** Number of first bytes in memory. */
const HEAD = 1 << 16;

/**
 * The only file of a ZIP file. It is unpacked once before its header is read, to find its encoding. Each read unpacks it again.
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex (ratio)
 */
export async function zippedFile(zip: Zip): Promise<FeedBytes> {
  const { limit } = zip;
  const files = zip.names.filter((name) => !noFile.test(name));
  const [name = "", ...others] = files;
  if (name === "" || others.length) throw notOneFile(files);
  const bytes = (): AsyncGenerator<Uint8Array> => zip.read(name, { left: limit });
  const utf8 = new Utf8Check();
  const first: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes()) {
    if (size < HEAD) first.push(Uint8Array.from(piece));
    size += piece.length;
    utf8.add(piece);
  }
  const head = Buffer.concat(first);
  return {
    ...{ size, limit, isUtf8: utf8.isUtf8(false), isPartial: false, bytes },
    // Only the format and the encoding are found by position, both at the head.
    read: async (position, length) => head.subarray(position, position + length),
  };
}
