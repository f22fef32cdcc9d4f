import { isUtf8 } from "node:buffer";

/** How many bytes at the end begin a character that they do not complete. */
function openBytes(bytes: Uint8Array): number {
  for (let n = 1; n <= Math.min(3, bytes.length); n++) {
    const byte = bytes[bytes.length - n] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > n ? n : 0;
  }
  return 0;
}

/** Whether bytes that come in pieces are UTF-8. */
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

  /** @param partial the bytes may end within a character */
  isUtf8(partial: boolean): boolean {
    return this.#valid && (partial || this.#open.length === 0);
  }
}
