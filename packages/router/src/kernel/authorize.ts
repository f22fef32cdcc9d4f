import type { Actor } from "./context.ts";
import { DomainError } from "./errors.ts";
import { type Meta, roleAllows, type StaffRole } from "./roles.ts";
import { needsPerson, unauthorized } from "./unauthorized.ts";

export type { Meta };

/** The retailer that the input of a call names, in lower case. */
export function retailerIdOf(input: unknown): string | undefined {
  const id = typeof input === "object" && input !== null && "retailerId" in input ? input.retailerId : undefined;
  // The database ignores the case of an id, so the role is looked up in lower case.
  return typeof id === "string" ? id.toLowerCase() : undefined;
}

/**
 * Checks that the actor may make the call. `findRetailer` decides which rows the actor may access.
 * A member of staff has the scopes of their role at the retailer in `input`.
 * @throws Unauthorized, InsufficientScope
 */
export function authorize(actor: Actor | null, meta: Meta, input: unknown): void {
  const { access, wholePartner } = meta;
  if (access === "public") return;
  if (access === "upload") {
    if (actor?.kind === "upload") return;
    throw unauthorized("uploadKey");
  }
  if (!actor || actor.kind === "upload") throw unauthorized("key");
  if (access === "any" || actor.kind === "system") return;
  if (actor.kind === "key") {
    if (access === "staff:write") throw needsPerson();
    if (actor.scopes.has(access)) {
      if (!wholePartner || actor.retailerIds === null) return;
      throw new DomainError("InsufficientScope", "This call needs a key that is not limited to retailers.");
    }
    throw new DomainError("InsufficientScope", `This call needs a key with the scope ${access}.`, { scope: access });
  }
  const retailerId = retailerIdOf(input);
  const role = roleAt(actor, retailerId);
  // `findRetailer` answers a retailer without a role like a missing one.
  if (retailerId !== undefined && !role) return;
  if (roleAllows(role ?? "viewer", meta)) return;
  throw new DomainError(
    "InsufficientScope",
    `Your role (${role ?? "none"}) does not allow this; ask an owner of the shop.`,
    { scope: access },
  );
}

/**
 * The role of a member of staff in a call about a retailer or, without a retailer, about all. `findRetailer` refuses the partner role
 * at retailers of other partners.
 */
export function roleAt(
  actor: Extract<Actor, { kind: "staff" }>,
  retailerId: string | undefined,
): StaffRole | undefined {
  const role = retailerId === undefined ? undefined : actor.roles.get(retailerId);
  return role ?? (actor.isPartner ? "partner" : undefined);
}
