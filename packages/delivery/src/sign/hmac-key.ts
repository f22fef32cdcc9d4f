import { hash } from "node:crypto";

/** Bytes of a SHA-256 block and digest. */
const BLOCK = 64;
const DIGEST = 32;
/** Maximum cached keys. */
const MOST = 1_000;

const keys = new Map<string, HmacKey>();
/** Reused buffer for the padded key and the text. */
let inner = Buffer.alloc(8_192);

/**
 * HMAC-SHA256 (RFC 2104) with one key, as two one-shot hashes. `createHmac` creates an object per call, which takes twice as long.
 * Each delivery has two signatures.
 */
export class HmacKey {
  readonly #inner = Buffer.alloc(BLOCK, 0x36);
  readonly #outer = Buffer.alloc(BLOCK + DIGEST, 0x5c);

  /** @param key a text, used as its UTF-8 bytes */
  constructor(key: string) {
    const bytes = Buffer.from(key);
    const block = bytes.length > BLOCK ? hash("sha256", bytes, "buffer") : bytes;
    for (const [n, byte] of block.entries()) {
      this.#inner[n] = byte ^ 0x36;
      this.#outer[n] = byte ^ 0x5c;
    }
  }

  sign(text: string, encoding: "hex" | "base64"): string {
    // A UTF-16 code unit has at most three bytes in UTF-8.
    const most = BLOCK + text.length * 3;
    if (inner.length < most) inner = Buffer.alloc(most);
    inner.set(this.#inner);
    const length = BLOCK + inner.write(text, BLOCK);
    this.#outer.write(hash("sha256", inner.subarray(0, length), "latin1"), BLOCK, "latin1");
    return hash("sha256", this.#outer, encoding);
  }
}

/** The cached key of a secret. */
export function hmacKey(secret: string): HmacKey {
  let key = keys.get(secret);
  if (!key) {
    if (keys.size >= MOST) keys.clear();
    key = new HmacKey(secret);
    keys.set(secret, key);
  }
  return key;
}
