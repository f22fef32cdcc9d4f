import { z } from "zod";

export const Role = z.enum(["owner", "manager", "viewer"]);
export type Role = z.infer<typeof Role>;

export const scopes = [
  "retailers:read",
  "retailers:write",
  "inventory:read",
  "inventory:write",
  "channels:read",
  "channels:write",
  "keys:write",
] as const;

export type Scope = (typeof scopes)[number];

export type Permission = Scope | "staff:write";

export type StaffRole = Role | "partner";

export interface Meta {
  /** A permission, `any` valid key or sign-in, only a store's upload key (`upload`), or no credentials (`public`). */
  access: Permission | "any" | "upload" | "public";
  /** Refuses keys that are limited to retailers and roles at one retailer, because the call concerns the whole partner. */
  wholePartner?: true;
  /**
   * How a person with a role in chosen stores may make the call: it names one of these stores in `storeId` (`named`) or in its filter
   * (`filtered`), or the verb leaves out other stores (`own`). Without it, such a person may not make the call.
   */
  stores?: "named" | "filtered" | "own";
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

export function roleAllows(role: StaffRole, { access, wholePartner, stores }: Meta, isOfStores = false): boolean {
  if (access === "any" || access === "public") return true;
  if (isOfStores && !stores) return false;
  if (access === "upload" || (wholePartner && role !== "partner")) return false;
  return permissionsOf[role].has(access);
}
