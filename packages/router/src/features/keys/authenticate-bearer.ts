import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Meta } from "../../kernel/authorize.ts";
import { networkOf } from "../../kernel/caller-address.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { RateLimit } from "../../kernel/rate-limit.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { authenticateUpload } from "./authenticate-upload.ts";

const bearer = /^Bearer +([^\s]+) *$/i;
/** Calls per second without a valid key, per network. */
export const OPEN_CALLS = 50;

/** Maximum number of keys to remember. */
const MOST_KNOWN = 10_000;

/**
 * @param authorization the value of the header
 * @param address the caller's address
 * @returns the actor; null without a valid key
 * @throws RateLimited if the address has sent too many unknown keys
 */
export type Authenticate = (
  authorization: string | undefined,
  access: Meta["access"],
  address: string,
) => Promise<Actor | null>;

/**
 * Unknown keys have a limit per network, which is checked before a query. A key that was valid at its last call does not
 * count. So unknown keys from the same address do not delay it.
 */
export function createAuthenticate(
  { db, keyCache, now }: Pick<Context, "db" | "keyCache" | "now">,
  limit: RateLimit,
): Authenticate {
  // Digests of whole keys: a key with a known id and a wrong secret is unknown.
  const known = new LRUCache<string, true>({ max: MOST_KNOWN });

  const lookUp = (token: string, access: Meta["access"]): Promise<Actor | null> => {
    if (access === "upload") return authenticateUpload(db, token);
    return keyCache ? keyCache.authenticate(token, now()) : authenticateKey(db, token, now());
  };

  return async (authorization, access, address) => {
    const token = bearer.exec(authorization ?? "")?.[1];
    if (token === undefined) return null;
    const digest = hash("sha256", token);
    if (known.get(digest)) {
      const actor = await lookUp(token, access);
      if (!actor) known.delete(digest);
      return actor;
    }
    const member = `key ${networkOf(address)}`;
    if (limit.take(member) < 0) {
      throw new DomainError("RateLimited", "This address sent too many unknown keys. Wait a second and try again.");
    }
    const actor = await lookUp(token, access);
    if (!actor) return null;
    limit.giveBack(member);
    known.set(digest, true);
    return actor;
  };
}
