import { isUtf8 } from "node:buffer";
import type { FeedBytes } from "./feed.ts";

/** At the end of the bytes, of an incomplete character. */
function openBytes(bytes: Uint8Array): number {
  for (let n = 1; n <= Math.min(3, bytes.length); n++) {
    const byte = bytes[bytes.length - n] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > n ? n : 0;
  }
  return 0;
}

export class Utf8Check {
  #valid = true;
  #open: Uint8Array = new Uint8Array();

  add(piece: Uint8Array): void {
    if (!this.#valid) return;
    const bytes = this.#open.length ? Buffer.concat([this.#open, piece]) : piece;
    const whole = bytes.length - openBytes(bytes);
    this.#valid = isUtf8(bytes.subarray(0, whole));
    this.#open = Uint8Array.from(bytes.subarray(whole));
  }

  isUtf8(partial: boolean): boolean {
    return this.#valid && (partial || this.#open.length === 0);
  }
}

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** UTF-16 has a NUL in most characters of a header, always as its first byte or always as its second byte. */
function utf16WithoutMark(head: Uint8Array): Encoding | undefined {
  const nuls = (parity: number): number => head.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [nuls(0), nuls(1)];
  if (Math.max(even, odd) * 4 < head.length || Math.min(even, odd) > 0) return undefined;
  return odd > even ? "utf-16le" : even > odd ? "utf-16be" : undefined;
}

/** Detects the encoding: by the BOM, then by the NULs of UTF-16, then by UTF-8 validity, otherwise windows-1252. */
export async function findEncoding(spool: FeedBytes): Promise<Encoding> {
  const head = await spool.read(0, 256);
  const [first, second, third] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const wide = utf16WithoutMark(head);
  if (wide) return wide;
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

/** Each piece is valid until the next one. Invalid bytes become U+FFFD. */
export function utf8Pieces(spool: FeedBytes, encoding: Encoding): AsyncGenerator<Uint8Array> {
  return encoding === "utf-8" && spool.isUtf8 ? withoutMark(spool) : recoded(spool, encoding);
}
