import type { FeedBytes } from "./feed-bytes.ts";

/** A label that TextDecoder takes. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** By BOM, else by whether the bytes are UTF-8 (contract §3, Formats). */
export async function findEncoding(spool: FeedBytes): Promise<Encoding> {
  const [first, second, third] = await spool.read(0, 3);
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const says = first === 0xef && second === 0xbb && third === 0xbf;
  return says || spool.isUtf8 ? "utf-8" : "windows-1252";
}

async function* withoutMark(spool: FeedBytes): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const piece of spool.bytes()) {
    const hasMark = isFirst && piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf;
    yield hasMark ? piece.subarray(3) : piece;
    isFirst = false;
  }
}

async function* recoded(spool: FeedBytes, encoding: Encoding): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of spool.bytes()) yield Buffer.from(decoder.decode(piece, { stream: true }));
  const rest = decoder.decode();
  if (rest) yield Buffer.from(rest);
}

/** The text as UTF-8 without BOM, in pieces, each good until the next is asked for. What is no text becomes U+FFFD. */
export function utf8Pieces(spool: FeedBytes, encoding: Encoding): AsyncGenerator<Uint8Array> {
  return encoding === "utf-8" && spool.isUtf8 ? withoutMark(spool) : recoded(spool, encoding);
}
