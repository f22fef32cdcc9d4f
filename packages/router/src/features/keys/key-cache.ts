import type { Database } from "@highstreet/db";
import { LRUCache } from "lru-cache";
import type { KeyCache } from "../../kernel/context.ts";
import { actorOf, readKey, type StoredKey } from "./authenticate.ts";
import { parseKeyToken } from "./internal/key-row.ts";

/** The channel of notices about revoked keys. The payload is the key's id. */
export const REVOKED = "highstreet_key_revoked";

/** Limits how long a revoked key stays valid in a process that missed the notice. */
const KEPT_MS = 5_000;
const MAX_KEYS = 10_000;

const RECORD_MS = 10 * 60_000;

interface Kept {
  key: StoredKey;
  at: number;
}

/** @param options.isListening see `setListening`; true if there is no other process */
export function createKeyCache(db: Pick<Database, "prisma">, options: { isListening: boolean }): KeyCache {
  let { isListening } = options;
  const kept = new LRUCache<string, Kept>({ max: MAX_KEYS });
  const recorded = new LRUCache<string, number>({ max: MAX_KEYS });
  /** Counts invalidations, so that a row that was read before an invalidation is not cached after it. */
  let invalidations = 0;

  async function find(keyId: string, now: Date): Promise<StoredKey | undefined> {
    const known = kept.get(keyId);
    const age = known && now.getTime() - known.at;
    if (age !== undefined && age >= 0 && age < KEPT_MS) return known?.key;
    const before = invalidations;
    const key = await readKey(db, keyId);
    if (!key || !isListening || before !== invalidations) return key;
    kept.set(keyId, { key, at: now.getTime() });
    return key;
  }

  async function recordUse(keyId: string, now: Date): Promise<void> {
    const age = now.getTime() - (recorded.get(keyId) ?? Number.NEGATIVE_INFINITY);
    if (age < RECORD_MS) return;
    recorded.set(keyId, now.getTime());
    const usedAt = now;
    const record = db.prisma.apiKeyUse.upsert({ where: { keyId }, create: { keyId, usedAt }, update: { usedAt } });
    await record.catch(() => recorded.delete(keyId));
  }

  return {
    authenticate: async (token, now) => {
      const parsed = parseKeyToken(token);
      const key = parsed && (await find(parsed.keyId, now));
      const actor = key ? actorOf(key, parsed, now) : null;
      if (parsed && actor) await recordUse(parsed.keyId, now);
      return actor;
    },
    forget: (keyId) => {
      invalidations++;
      kept.delete(keyId);
    },
    setListening: (now) => {
      invalidations++;
      isListening = now;
      kept.clear();
    },
  };
}
