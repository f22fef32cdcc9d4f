import type { Permission, Role } from "./scopes.schema.ts";

export type { Role };

/** A role at one retailer, or the role at all retailers of a partner. */
export type StaffRole = Role | "partner";

/** The access that a procedure requires. */
export interface Meta {
  /** A permission, `any` valid key or sign-in, only a store's upload key (`upload`), or no credentials (`public`). */
  access: Permission | "any" | "upload" | "public";
  /** Refuses keys that are limited to retailers and roles at one retailer, because the call concerns the whole partner. */
  wholePartner?: true;
}

const reads: Permission[] = ["retailers:read", "inventory:read", "channels:read"];
const writes: Permission[] = ["inventory:write", "channels:write"];
const owns: Permission[] = ["retailers:write", "staff:write"];

/** The permissions of each role. The one source for the guard of all procedures and for the console's buttons. */
export const permissionsOf: Record<StaffRole, ReadonlySet<Permission>> = {
  partner: new Set([...reads, ...writes, ...owns, "keys:write"]),
  owner: new Set([...reads, ...writes, ...owns]),
  manager: new Set([...reads, ...writes]),
  viewer: new Set(reads),
};

/** Whether a role may call a procedure with this access. */
export function roleAllows(role: StaffRole, { access, wholePartner }: Meta): boolean {
  if (access === "any" || access === "public") return true;
  if (access === "upload" || (wholePartner && role !== "partner")) return false;
  return permissionsOf[role].has(access);
}
