import type { Role, Scope } from "./scopes.schema.ts";

export type { Role };

const reads: Scope[] = ["retailers:read", "inventory:read", "channels:read"];
const writes: Scope[] = ["inventory:write", "channels:write"];

/** The scopes of each role of staff. */
export const scopesOfRole: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set([...reads, ...writes, "retailers:write"]),
  manager: new Set([...reads, ...writes]),
  viewer: new Set(reads),
};
