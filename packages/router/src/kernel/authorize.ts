import type { Actor } from "./context.ts";
import { DomainError } from "./errors.ts";
import { scopesOfRole } from "./roles.ts";
import type { Scope } from "./scopes.schema.ts";

/** The access that a procedure requires. */
export interface Meta {
  /** A scope, `any` valid key or sign-in, only a store's upload key (`upload`), or no credentials (`public`). */
  access: Scope | "any" | "upload" | "public";
  /** Refuses keys that are limited to retailers, because the call concerns the whole partner. */
  wholePartner?: true;
}

function retailerIdOf(input: unknown): string | undefined {
  const id = typeof input === "object" && input !== null && "retailerId" in input ? input.retailerId : undefined;
  // The database ignores the case of an id, so the role is looked up in lower case.
  return typeof id === "string" ? id.toLowerCase() : undefined;
}

/**
 * Checks that the actor may make the call. `findRetailer` decides which rows the actor may access.
 * A member of staff has the scopes of their role at the retailer in `input`.
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
  // `findRetailer` answers a retailer without a role like a missing one.
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
