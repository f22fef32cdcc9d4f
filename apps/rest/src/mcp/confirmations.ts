import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** What a dry run showed, and how long it may be confirmed. */
export interface Terms {
  /** Milliseconds since 1970. */
  until: number;
  /** The version of the record; undefined: the operation compares none. */
  version?: number | undefined;
  /** `Operation.tool.proof` */
  proof?: unknown;
}

/** A call without `confirm`. */
export interface Confirmed {
  keyId: string;
  tool: string;
  input: Record<string, unknown>;
}

const MAX_LENGTH = 1_000;

/** JSON with the members of each object in the order of their names, because agents do not keep the order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/**
 * Makes and reads the `confirm` of writes: the terms and an HMAC of terms, key, tool and input. So nothing is stored.
 * @param keys the first one signs, each one verifies
 */
export function createConfirmations(keys: readonly Buffer[]) {
  const macOf = (key: Buffer, text: string, { keyId, tool, input }: Confirmed): Buffer =>
    createHmac("sha256", key)
      .update(JSON.stringify([text, keyId, tool, canonical(input)]))
      .digest();

  return {
    make: (call: Confirmed, terms: Terms): string => {
      // Two dry runs in one millisecond are two calls.
      const nonce = randomBytes(9).toString("base64url");
      const text = Buffer.from(JSON.stringify({ ...terms, nonce })).toString("base64url");
      const [first] = keys;
      if (!first) throw new Error("there is no key");
      return `${text}.${macOf(first, text, call).toString("base64url")}`;
    },
    /** undefined: the confirmation is not of this call. */
    read: (call: Confirmed, confirm: unknown): Terms | undefined => {
      if (typeof confirm !== "string" || confirm.length > MAX_LENGTH) return undefined;
      const [text = "", mac = ""] = confirm.split(".");
      const given = Buffer.from(mac, "base64url");
      const isOurs = keys.some((key) => {
        const right = macOf(key, text, call);
        return given.length === right.length && timingSafeEqual(given, right);
      });
      return isOurs ? (JSON.parse(Buffer.from(text, "base64url").toString()) as Terms) : undefined;
    },
    /** A call that is confirmed twice takes effect once. */
    idempotencyKeyOf: (confirm: string): string => `mcp-${hash("sha256", confirm, "base64url")}`,
  };
}
