import type { Actor } from "./context.ts";
import { DomainError } from "./errors.ts";
import { scopesOfRole } from "./roles.ts";
import type { Scope } from "./scopes.schema.ts";

/** What a procedure asks of its caller. */
export interface Meta {
  /** A scope, `any` valid key or sign-in, a store's upload key and nothing else (`upload`), or nothing (`public`). */
  access: Scope | "any" | "upload" | "public";
  /** Keys limited to named retailers are refused: the call is about the partner as a whole. */
  wholePartner?: true;
}

function retailerIdOf(input: unknown): string | undefined {
  const id = typeof input === "object" && input !== null && "retailerId" in input ? input.retailerId : undefined;
  // The database takes capitals for the same id: a role must be looked up by what it will find.
  return typeof id === "string" ? id.toLowerCase() : undefined;
}

/**
 * Whether the actor may make such a call at all. Which rows it sees is decided where they are read (`findRetailer`).
 * A member of staff has the scopes of its role at the retailer that `input` names.
 * @throws Unauthorized, InsufficientScope
 */
export function authorize(actor: Actor | null, { access, wholePartner }: Meta, input: unknown): void {
  if (access === "public") return;
  if (access === "upload") {
    if (actor?.kind === "upload") return;
    throw new DomainError("Unauthorized", "Send the store's upload key as: Authorization: Bearer hsu_…");
  }
  if (!actor || actor.kind === "upload") {
    throw new DomainError("Unauthorized", "Send a valid API key as: Authorization: Bearer hs_…");
  }
  if (access === "any" || actor.kind === "system") return;
  if (actor.kind === "key") {
    if (actor.scopes.has(access)) {
      if (!wholePartner || actor.retailerIds === null) return;
      throw new DomainError("InsufficientScope", "This call needs a key that is not limited to retailers.");
    }
    throw new DomainError("InsufficientScope", `This call needs a key with the scope ${access}.`, { scope: access });
  }
  const retailerId = retailerIdOf(input);
  const role = retailerId === undefined ? undefined : actor.roles.get(retailerId);
  // A retailer where they hold no role is answered as a missing one, by whoever reads it.
  if (retailerId !== undefined && !role) return;
  if (scopesOfRole[role ?? "viewer"].has(access)) return;
  throw new DomainError(
    "InsufficientScope",
    `Your role (${role ?? "none"}) does not allow this; ask an owner of the shop.`,
    {
      scope: access,
    },
  );
}
