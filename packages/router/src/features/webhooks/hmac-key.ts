import { hash } from "node:crypto";

/** Of SHA-256, in bytes. */
const BLOCK = 64;
const DIGEST = 32;
/** Keys kept. */
const MOST = 1_000;

const keys = new Map<string, HmacKey>();
/** Where texts lie behind their padded key, to be hashed in one go. */
let inner = Buffer.alloc(8_192);

/**
 * HMAC-SHA256 (RFC 2104) by one key, as two one-shot hashes: `createHmac` makes an object a call, which takes twice as long,
 * and a delivery has two signatures.
 */
export class HmacKey {
  readonly #inner = Buffer.alloc(BLOCK, 0x36);
  readonly #outer = Buffer.alloc(BLOCK + DIGEST, 0x5c);

  /** @param key its bytes are those of the text in UTF-8 */
  constructor(key: string) {
    const bytes = Buffer.from(key);
    const block = bytes.length > BLOCK ? hash("sha256", bytes, "buffer") : bytes;
    for (const [n, byte] of block.entries()) {
      this.#inner[n] = byte ^ 0x36;
      this.#outer[n] = byte ^ 0x5c;
    }
  }

  sign(text: string, encoding: "hex" | "base64"): string {
    // A code unit has three bytes at most in UTF-8.
    const most = BLOCK + text.length * 3;
    if (inner.length < most) inner = Buffer.alloc(most);
    inner.set(this.#inner);
    const length = BLOCK + inner.write(text, BLOCK);
    this.#outer.write(hash("sha256", inner.subarray(0, length), "latin1"), BLOCK, "latin1");
    return hash("sha256", this.#outer, encoding);
  }
}

/** The key of a secret, made once. */
export function hmacKey(secret: string): HmacKey {
  let key = keys.get(secret);
  if (!key) {
    if (keys.size >= MOST) keys.clear();
    key = new HmacKey(secret);
    keys.set(secret, key);
  }
  return key;
}
