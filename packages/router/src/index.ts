export { authorize, type Meta } from "./authorize.ts";
export { callerAddress, createIsTrusted, type IsTrusted, networkOf, readTrustedProxies } from "./caller-address.ts";
export type { Actor, Context, Settings } from "./context.ts";
export { databaseOf } from "./database-of.ts";
export { type DrainTimes, drainOnSignal, readDrainTimes } from "./drain.ts";
export { type Affected, type PathScope, rehearse, rehearseFeed, transactionScopeOf } from "./dry-run/index.ts";
export { endingWith } from "./ending-with.ts";
export { errorGuide } from "./error-guide.ts";
export { DomainError, type ErrorCode, type FieldError, statusOf } from "./errors.ts";
export { type Answer, type KeyedCall, runOnce, runOnceOutside } from "./idempotency/index.ts";
export { type IfMatch, preconditionFailed } from "./if-match.ts";
export {
  authenticateKey,
  authenticateUpload,
  createKeyCache,
  createPartner,
  type KeyCache,
  type NewPartner,
  REVOKED,
} from "./keys/index.ts";
export { type Scope, scopes } from "./keys/scopes.schema.ts";
export { openClock } from "./open-clock.ts";
export { Sender } from "./outbound/index.ts";
export { openProviders, sandboxWarning } from "./provider-state/index.ts";
export { type Quotas, readQuotas } from "./quotas/index.ts";
export { createRateLimit, type RateLimit, readRateLimit } from "./rate-limit.ts";
export { readBounded } from "./read-bounded.ts";
export { requestIdOf } from "./request-id.ts";
export { reseal } from "./reseal.ts";
export { type AppRouter, appRouter, createCaller } from "./router.ts";
export {
  checkAtStart,
  checkKeyRing,
  checkKeys,
  createVault,
  type KeyRing,
  type Vault,
} from "./sealing/index.ts";
export {
  openStaffAccess,
  type StaffAccess,
  type StaffAccessOptions,
  type StaffSecurity,
} from "./staff/index.ts";
export { domainErrorOf, mergeRouters, procedure, router } from "./trpc.ts";
export { untilGone } from "./until-gone.ts";
export { inboxSecrets } from "./webhooks/inbox-secret.ts";
