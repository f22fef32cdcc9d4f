import { z } from "zod";

/** The role of a member of staff at a retailer. */
export const Role = z.enum(["owner", "manager", "viewer"]);
export type Role = z.infer<typeof Role>;

/** The scopes of API keys. */
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

/** What a role of staff can allow: the scopes of API keys, and what no key can do. */
export type Permission = Scope | "staff:write";
