export { attemptsOf, LEASE_MS } from "./delivery.sql.ts";
export { enableWebhooks } from "./enable-webhooks.ts";
export { type DueEvent, type DueRetry, readDueRetries, readLog } from "./internal/due-events.ts";
export { checkWebhookUrl } from "./internal/endpoint.ts";
export { warnOfFailing } from "./internal/endpoint-warnings.ts";
export {
  type Candidate,
  clearOwner,
  currentLeases,
  findDueStores,
  type Lease,
  leaseStore,
  peekWork,
  postponeStore,
  type Release,
  releaseLease,
  type Search,
  type WorkState,
} from "./internal/lease.ts";
export {
  claimProbes,
  FIRST_STORE,
  findProbes,
  listReceivers,
  noteFailure,
  noteSuccess,
  parkStores,
  parkWaiting,
  postponeProbe,
  type ReceiverHealth,
  wakeParked,
} from "./internal/receiver-health.ts";
export { type Completion, type Progress, recordDeliveries, settlePing } from "./internal/record-deliveries.ts";
export { isSuccess, nextPing, nextTry, readRetryAfter } from "./internal/retry-schedule.ts";
export { signDelivery } from "./internal/sign-delivery.ts";
export { inboxSecrets, openSecrets, type SigningSecret, validSecrets } from "./internal/signing-secrets.ts";
export { livingWorkers, otherWorkers, registerWorker, removeWorker, renewWorker } from "./internal/workers.ts";
export { removeWebhooks } from "./remove-webhooks.ts";
export { retainLogs } from "./retain-logs.ts";
export { webhooks } from "./webhooks.router.ts";
