export type { Actor, Context, Settings } from "./context.ts";
export { DomainError, type ErrorCode, type FieldError, statusOf } from "./errors.ts";
export { authorize } from "./keys/authorize.ts";
export { authenticateKey, createPartner, type NewPartner } from "./keys/index.ts";
export { scopes, type Scope } from "./keys/scopes.ts";
export { type AppRouter, appRouter, createCaller } from "./router.ts";
export { domainErrorOf, type Meta } from "./trpc.ts";
export { createVault, type Vault } from "./vault.ts";
