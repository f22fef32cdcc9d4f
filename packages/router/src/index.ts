export type { Tracer } from "@highstreet/db";
export { Sender } from "@highstreet/outbound";
export { authorize } from "./access/authorize.ts";
export { databaseOf, withCommitGuard } from "./access/call-context.ts";
export {
  callerAddress,
  createIsTrusted,
  type IsTrusted,
  networkOf,
  readBounded,
  requestIdOf,
} from "./access/caller.ts";
export { procedure } from "./access/procedure.ts";
export { checkKeyRing, usesOldKeys } from "./access/sealed-values.ts";
export { createVault, type KeyRing } from "./access/vault.ts";
export { clockErrorMs, MAX_CLOCK_ERROR_MS } from "./config/clock-error.ts";
export { type DrainTimes, drainOnSignal, readDrainTimes } from "./config/drain.ts";
export { openContext, openProviders } from "./config/open-context.ts";
export { countProcesses, createRateLimit, type RateLimit } from "./config/rate-limit.ts";
export { openReadiness } from "./config/readiness.ts";
export { type Role, readQuotas, readSetting, readSettings, unknownSettings } from "./config/settings.ts";
export { portOf, startService } from "./config/start-service.ts";
export { ownerOf, parseBody, surveyBody, takeTurn } from "./core/feeds/index.ts";
export { type Answer, type KeyedCall, runOnce, runOnceOutside } from "./core/idempotency/index.ts";
export type { Language } from "./core/mail/index.ts";
export type { Affected } from "./features/dry-run/dry-run.schema.ts";
export { dryRun, dryRunFeed, type PathScope, transactionScopeOf } from "./features/dry-run/index.ts";
export {
  type Authenticate,
  authenticateKey,
  createAuthenticate,
  createKeyCache,
  createPartner,
  type NewPartner,
  OPEN_CALLS,
  REVOKED,
} from "./features/keys/index.ts";
export { isPublic, readPicture } from "./features/pictures/index.ts";
export {
  openStaffAccess,
  type StaffAccess,
  type StaffAccessOptions,
  type StaffSecurity,
} from "./features/staff/index.ts";
export { inboxSecrets } from "./features/webhooks/index.ts";
export type { Actor, Context, KeyCache, Meter, Quotas, Settings, Vault } from "./kernel/context.ts";
export { DomainError, type ErrorCode, type FieldError, statusOf, unauthorized } from "./kernel/errors.ts";
export { type IfMatch, preconditionFailed } from "./kernel/if-match.ts";
export type { StaffRole } from "./kernel/roles.schema.ts";
export { type Meta, type Scope, scopes } from "./kernel/roles.schema.ts";
export {
  cutOff,
  domainErrorOf,
  mergeRouters,
  problemOf,
  publicError,
  router,
  titleOf,
  tooLarge,
  tooManyCalls,
} from "./kernel/trpc.ts";
export { eraseRetailer } from "./portability/erase-retailer.ts";
export { exportRetailer } from "./portability/export-retailer.ts";
export { type BarcodePair, findBarcodePairs, storesWithItems } from "./portability/find-barcode-pairs.ts";
export { type ImportedRetailer, importRetailer } from "./portability/import-retailer.ts";
export { reseal } from "./reseal.ts";
export { type AppRouter, appRouter, createCaller, type ProcedureOf, proceduresFor } from "./router.ts";
