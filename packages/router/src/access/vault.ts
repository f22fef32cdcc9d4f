import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Place, Vault } from "../kernel/context.ts";
import { isId } from "../kernel/ids.ts";

/** Every column with sealed values, by table, with the table's primary key. A value can be decrypted only in its own row. */
export const sealedColumns = {
  key_canary: { column: "sealed", key: { id: "boolean" } },
  channel: { column: "secret", key: { retailer_id: "uuid", store_id: "uuid", channel: "channel_id" } },
  inventory_source: { column: "authorization", key: { retailer_id: "uuid", store_id: "uuid" } },
  retailer_source: { column: "authorization", key: { retailer_id: "uuid" } },
  connection: { column: "credential", key: { retailer_id: "uuid", connector: "text" } },
  alert_webhook: { column: "secret", key: { retailer_id: "uuid" } },
  webhook_endpoint: { column: "secret", key: { id: "uuid" } },
  idempotency_key: { column: "answer", key: { partner_id: "uuid", key: "text" } },
} as const;

export type SealedTable = keyof typeof sealedColumns;

const first = { boolean: "false", uuid: "00000000-0000-0000-0000-000000000000", text: "", channel_id: "search" };

export const keyOf = (table: SealedTable): [name: string, type: keyof typeof first][] =>
  Object.entries(sealedColumns[table].key);

export const beforeAll = (table: SealedTable): string[] => keyOf(table).map(([, type]) => first[type]);

export interface KeyRing extends Vault {
  prefixes: readonly Buffer[];
  /** Whether one of the keys opens a value of the first format, which names no key and no place. */
  opensUnnamed(sealed: Uint8Array): boolean;
  /** The setting that the ring comes from. Other secrets are derived from the same keys. */
  secretKey: string;
  nameIn(sealed: Uint8Array): string;
}

const FORMAT = 1;
const ID = 8;
const NONCE = 12;
const TAG = 16;
const PREFIX = 1 + ID;

export const MUST_BE_KEYS =
  "must be 32 bytes in base64, or several of them separated by commas; make one with: openssl rand -base64 32";

/**
 * The keys in `HIGHSTREET_SECRET_KEY`: each 32 bytes in base64, separated by commas.
 * @throws Error with one line
 */
export function parseKeys(secretKey: string): Buffer[] {
  const keys = secretKey.split(",").map((key) => Buffer.from(key.trim(), "base64"));
  if (keys.some((key) => key.length !== 32)) {
    throw new Error(`HIGHSTREET_SECRET_KEY ${MUST_BE_KEYS}`);
  }
  return keys;
}

/** The AAD of a value: its place. Ids have the spelling of the database. */
function boundTo([table, ...row]: Place): Buffer {
  const key = row.map((part) => (isId(part) ? part.toLowerCase() : part));
  return Buffer.from(JSON.stringify([table, sealedColumns[table].column, ...key]));
}

/** @param rest nonce, tag and ciphertext. @throws Error for a different key or place */
function decrypt(key: Buffer, rest: Uint8Array, place?: Place): string {
  const decipher = createDecipheriv("aes-256-gcm", key, rest.subarray(0, NONCE), { authTagLength: TAG });
  if (place) decipher.setAAD(boundTo(place));
  decipher.setAuthTag(rest.subarray(NONCE, NONCE + TAG));
  return decipher.update(rest.subarray(NONCE + TAG), undefined, "utf8") + decipher.final("utf8");
}

/**
 * Encrypts with AES-256-GCM. A sealed value is: the format, the first 8 bytes of the key's SHA-256, nonce, tag, ciphertext. The place
 * is its AAD.
 * @param secretKey see `parseKeys`
 */
export function createVault(secretKey: string): KeyRing {
  const ring = parseKeys(secretKey).map((key) => {
    const id = createHash("sha256").update(key).digest().subarray(0, ID);
    return { key, prefix: Buffer.concat([Buffer.of(FORMAT), id]) };
  });
  const [first] = ring;
  if (!first) throw new Error("HIGHSTREET_SECRET_KEY holds no key");

  /** Decrypts a value in the first format: nonce, tag and ciphertext, without a place. `reseal` replaces such values. */
  function openUnnamed(sealed: Uint8Array): string | undefined {
    for (const { key } of ring) {
      try {
        return decrypt(key, sealed);
      } catch {
        // Another key of the ring, or no key, has sealed the value.
      }
    }
    return undefined;
  }

  const nameIn = (sealed: Uint8Array): string => Buffer.from(sealed.subarray(1, PREFIX)).toString("hex");

  return {
    secretKey,
    prefixes: ring.map(({ prefix }) => prefix),
    nameIn,
    derive: (purpose) => ring.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "", `highstreet ${purpose}`, 32))),
    opensUnnamed: (sealed) => openUnnamed(sealed) !== undefined,
    seal: (secret, place) => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", first.key, nonce, { authTagLength: TAG }).setAAD(boundTo(place));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Uint8Array.from(Buffer.concat([first.prefix, nonce, cipher.getAuthTag(), text]));
    },
    open: (sealed, place) => {
      const named = ring.find(({ prefix }) => prefix.equals(sealed.subarray(0, PREFIX)));
      if (named) return decrypt(named.key, sealed.subarray(PREFIX), place);
      const text = openUnnamed(sealed);
      if (text === undefined) {
        throw new Error(
          `a value in ${place[0]} was sealed by key ${nameIn(sealed)}, which HIGHSTREET_SECRET_KEY lacks`,
        );
      }
      return text;
    },
  };
}
