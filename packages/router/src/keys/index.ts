export { authenticateKey } from "./authenticate-key.ts";
export { createPartner, type NewPartner } from "./create-partner.ts";
export type { Scope } from "./scopes.schema.ts";
