import type { Scope } from "../keys/index.ts";
import type { Role } from "./staff.schema.ts";

export type { Role };

const reads: Scope[] = ["retailers:read", "inventory:read", "channels:read"];
const writes: Scope[] = ["inventory:write", "channels:write"];

/** What a member of a shop's staff may do, in the terms of API keys. */
export const scopesOfRole: Record<Role, ReadonlySet<Scope>> = {
  owner: new Set([...reads, ...writes, "retailers:write"]),
  manager: new Set([...reads, ...writes]),
  viewer: new Set(reads),
};
