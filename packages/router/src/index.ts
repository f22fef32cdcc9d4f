export { Sender } from "@highstreet/outbound";
export { type Answer, type KeyedCall, runOnce, runOnceOutside } from "./core/idempotency/index.ts";
export { openContext, openProviders, sandboxWarning } from "./core/provider-state/index.ts";
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
export {
  openStaffAccess,
  type StaffAccess,
  type StaffAccessOptions,
  type StaffSecurity,
} from "./features/staff/index.ts";
export { inboxSecrets } from "./features/webhooks/index.ts";
export { authorize, type Meta } from "./kernel/authorize.ts";
export { databaseOf, untilGone } from "./kernel/call-database.ts";
export { callerAddress, createIsTrusted, type IsTrusted, networkOf } from "./kernel/caller-address.ts";
export { withCommitGuard } from "./kernel/commit-guard.ts";
export type { Actor, Context, Settings } from "./kernel/context.ts";
export { type DrainTimes, drainOnSignal, readDrainTimes } from "./kernel/drain.ts";
export { errorGuide } from "./kernel/error-guide.ts";
export { DomainError, type ErrorCode, type FieldError, statusOf } from "./kernel/errors.ts";
export { type IfMatch, preconditionFailed } from "./kernel/if-match.ts";
export type { KeyCache } from "./kernel/key-cache.ts";
export type { Meter } from "./kernel/meter.ts";
export { openClock } from "./kernel/open-clock.ts";
export { type Quotas, readQuotas } from "./kernel/quotas.ts";
export { type CallLimit, createRateLimit, type RateLimit } from "./kernel/rate-limit.ts";
export { type AskShare, createSharedRateLimit, createShares } from "./kernel/rate-shares.ts";
export { createReadiness, openReadiness, type Readiness } from "./kernel/readiness.ts";
export { readBounded, requestIdOf } from "./kernel/request.ts";
export type { StaffRole } from "./kernel/roles.ts";
export { type Scope, scopes } from "./kernel/scopes.schema.ts";
export { checkKeyRing, createVault, type KeyRing, type Vault } from "./kernel/sealing/index.ts";
export { type Role, readSetting, readSettings, unknownSettings } from "./kernel/settings/index.ts";
export type { Tracer } from "./kernel/tracer.ts";
export { domainErrorOf, mergeRouters, procedure, router } from "./kernel/trpc.ts";
export { unauthorized } from "./kernel/unauthorized.ts";
export { type ProcedureOf, proceduresFor } from "./procedures-for.ts";
export { reseal } from "./reseal.ts";
export { type AppRouter, appRouter, createCaller } from "./router.ts";
export { eraseRetailer } from "./whole-retailer/erase-retailer.ts";
export { exportRetailer } from "./whole-retailer/export-retailer.ts";
export { type BarcodePair, findBarcodePairs, storesWithItems } from "./whole-retailer/find-barcode-pairs.ts";
export { type ImportedRetailer, importRetailer } from "./whole-retailer/import-retailer.ts";
