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
