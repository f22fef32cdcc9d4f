import type { Actor } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { type Scope, scopes } from "../../../kernel/scopes.schema.ts";

/** The powers with which a caller manages the keys of a partner: those of a key, or all for the partner role. */
export type Grantor = Omit<Extract<Actor, { kind: "key" }>, "kind" | "keyId"> & {
  /** null: not a key. */
  keyId: string | null;
};

/** The permissions of a key. */
export interface Grant {
  scopes: readonly Scope[];
  /** The only retailers of the key; null: all retailers of the partner. */
  retailerIds: readonly string[] | null;
  /** null: the key does not expire. */
  expiresAt: Date | null;
}

/**
 * Returns the powers of a calling key or of the partner role.
 * @throws InsufficientScope for other callers
 */
export function grantorOf(actor: Actor | null): Grantor {
  if (actor?.kind === "key") return actor;
  if (actor?.kind === "staff" && actor.isPartner && actor.partnerId) {
    const all = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
    return { ...all, partnerId: actor.partnerId, keyId: null };
  }
  throw new DomainError(
    "InsufficientScope",
    "API keys are managed with an API key of the partner, or the partner role.",
  );
}

/**
 * Checks that a key creates or revokes only keys with at most its own permissions.
 * @throws InsufficientScope if the grant has more scopes, more retailers or a later end than the actor
 */
export function assertSubset(actor: Grantor, grant: Grant): void {
  const missing = grant.scopes.filter((scope) => !actor.scopes.has(scope));
  if (missing.length) throw exceeds(`the scopes ${missing.join(", ")}, which yours lacks`);
  const { retailerIds, expiresAt } = actor;
  if (retailerIds && !grant.retailerIds?.every((id) => retailerIds.has(id))) {
    throw exceeds("more retailers than yours, which is limited to named ones");
  }
  if (expiresAt && (grant.expiresAt === null || grant.expiresAt > expiresAt)) {
    throw exceeds(`a longer life than yours, which ends at ${expiresAt.toISOString()}`);
  }
}

function exceeds(what: string): DomainError {
  return new DomainError("InsufficientScope", `The key has ${what}: use a key that has at least the same powers.`);
}
