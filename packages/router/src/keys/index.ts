export { authenticateKey } from "./authenticate-key.ts";
export { createPartner, type NewPartner } from "./create-partner.ts";
export { createKeyCache, type KeyCache, REVOKED } from "./key-cache.ts";
export type { Scope } from "./scopes.schema.ts";
