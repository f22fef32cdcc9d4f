import type { Sql } from "@highstreet/db";
import type { KeyCache } from "../../kernel/key-cache.ts";
import { actorOf } from "./authenticate-key.ts";
import { parseKeyToken } from "./key-token.ts";
import { readKey, type StoredKey } from "./read-key.ts";

/** The channel on which every process tells the others of a key that it revoked; the payload is its id. */
export const REVOKED = "highstreet_key_revoked";

/** However a notice was missed, a revoked key opens nothing after this. */
const KEPT_MS = 5_000;
const MOST = 10_000;

interface Kept {
  key: StoredKey;
  at: number;
}

/** @param options.isHearing see `setHearing`; true where no other process is */
export function createKeyCache(db: Sql, options: { isHearing: boolean }): KeyCache {
  let { isHearing } = options;
  const kept = new Map<string, Kept>();
  /** Raised by what is forgotten, so that a row that was read before is not kept after. */
  let generation = 0;

  async function find(keyId: string, now: Date): Promise<StoredKey | undefined> {
    const known = kept.get(keyId);
    const age = known && now.getTime() - known.at;
    if (age !== undefined && age >= 0 && age < KEPT_MS) return known?.key;
    const readIn = generation;
    const key = await readKey(db, keyId);
    if (!key || !isHearing || readIn !== generation) return key;
    if (kept.size >= MOST) kept.clear();
    kept.set(keyId, { key, at: now.getTime() });
    return key;
  }

  return {
    authenticate: async (token, now) => {
      const parsed = parseKeyToken(token);
      const key = parsed && (await find(parsed.keyId, now));
      return key ? actorOf(key, parsed.secret, now) : null;
    },
    forget: (keyId) => {
      generation++;
      kept.delete(keyId);
    },
    setHearing: (now) => {
      generation++;
      isHearing = now;
      kept.clear();
    },
  };
}
