import type { Actor } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { Scope } from "../../kernel/scopes.schema.ts";

export type KeyActor = Extract<Actor, { kind: "key" }>;

/** What a key may do. */
export interface Powers {
  scopes: readonly Scope[];
  /** null: all retailers of the partner */
  retailerIds: readonly string[] | null;
  /** null: never */
  expiresAt: Date | null;
}

/**
 * The key that calls: keys belong to a partner, and staff and system have none.
 * @throws InsufficientScope
 */
export function callingKey(actor: Actor | null): KeyActor {
  if (actor?.kind === "key") return actor;
  throw new DomainError("InsufficientScope", "API keys are managed with an API key of the partner.");
}

/**
 * A key gives and takes away only what it has itself (contract §7).
 * @throws InsufficientScope when the powers exceed the actor's scopes, retailers or time
 */
export function checkWithin(actor: KeyActor, powers: Powers): void {
  const missing = powers.scopes.filter((scope) => !actor.scopes.has(scope));
  if (missing.length) throw exceeds(`the scopes ${missing.join(", ")}, which yours lacks`);
  const { retailerIds, expiresAt } = actor;
  if (retailerIds && !powers.retailerIds?.every((id) => retailerIds.has(id))) {
    throw exceeds("more retailers than yours, which is limited to named ones");
  }
  if (expiresAt && (powers.expiresAt === null || powers.expiresAt > expiresAt)) {
    throw exceeds(`a longer life than yours, which ends at ${expiresAt.toISOString()}`);
  }
}

function exceeds(what: string): DomainError {
  return new DomainError("InsufficientScope", `The key has ${what}: use a key that has at least the same powers.`);
}
