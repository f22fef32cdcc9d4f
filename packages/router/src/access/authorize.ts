import type { Actor } from "../kernel/context.ts";
import { DomainError, storeNotFound, unauthorized } from "../kernel/errors.ts";
import { type Meta, roleAllows, type StaffRole } from "../kernel/roles.schema.ts";
import { seesStore, storesOf } from "./find-retailer.ts";

export function retailerIdOf(input: unknown): string | undefined {
  const id = typeof input === "object" && input !== null && "retailerId" in input ? input.retailerId : undefined;
  // The database ignores the case of an id, so the role is looked up in lower case.
  return typeof id === "string" ? id.toLowerCase() : undefined;
}

/**
 * Checks that the actor may make the call. `findRetailer` decides which rows the actor may access.
 * A member of staff has the scopes of their role at the retailer in `input`.
 * @throws Unauthorized, InsufficientScope; StoreNotFound for a store that is not one of the role
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
  // Without a retailer, the call concerns each of them.
  const isOfStores = retailerId === undefined ? !role && !!actor.stores?.size : !!storesOf(actor, retailerId);
  if (!roleAllows(role ?? "viewer", meta, isOfStores)) throw insufficientRole(role ?? "none", meta, isOfStores);
  if (!isOfStores || meta.stores === "own") return;
  const named = storeNamed(meta, input);
  if (named === undefined || retailerId === undefined) throw insufficientRole(role ?? "none", meta, isOfStores);
  if (!seesStore(actor, retailerId, named)) throw storeNotFound();
}

type Named = { storeId?: unknown; filter?: { storeId?: unknown }; body?: { filter?: { storeId?: unknown } } };

/** The store that a call names, in the place that `meta` says. */
function storeNamed({ stores }: Meta, input: unknown): unknown {
  const { storeId, filter, body } = (input ?? {}) as Named;
  return stores === "filtered" ? (filter ?? body?.filter)?.storeId : storeId;
}

export function insufficientRole(role: StaffRole | "none", { access }: Meta, isOfStores = false): DomainError {
  const detail = `Your role (${role}${isOfStores ? " of chosen stores" : ""}) does not allow this; ask an owner of the shop.`;
  return new DomainError("InsufficientScope", detail, { scope: access });
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

/**
 * The signed-in person who makes the call.
 * @throws Unauthorized for nobody; InsufficientScope for a key
 */
export function personOf(actor: Actor | null): Extract<Actor, { kind: "staff" }> {
  if (actor?.kind === "staff") return actor;
  throw actor ? needsPerson() : unauthorized("person");
}

function needsPerson(): DomainError {
  return new DomainError("InsufficientScope", "This call needs a signed-in person. No API key can make it.");
}
