export { attemptsOf } from "./attempts-of.ts";
export { LEASE_MS } from "./await-lane.ts";
export { checkWebhookUrl } from "./check-webhook-url.ts";
export { enableWebhooks } from "./enable-webhooks.ts";
export { tellFailing } from "./endpoint-warnings.ts";
export { inboxSecrets } from "./inbox-secret.ts";
export { isGood } from "./is-good.ts";
export {
  type Candidate,
  findDueStores,
  holdingLeases,
  type Lease,
  leaseStore,
  releaseStore,
  type Search,
} from "./lease-store.ts";
export { holdStore, lookAround, type Parking, parkStore, type View } from "./park-store.ts";
export { type DueEvent, type DueRetry, readDueRetries, readLog } from "./read-due.ts";
export {
  claimProbes,
  findProbes,
  listReceivers,
  noteFailure,
  noteSuccess,
  parkWaiting,
  postponeProbe,
  type ReceiverHealth,
  wakeParked,
} from "./receiver-health.ts";
export { type Completion, type Progress, recordDeliveries } from "./record-deliveries.ts";
export { removeWebhooks } from "./remove-webhooks.ts";
export { retainLogs } from "./retain-logs.ts";
export { nextPing, nextTry, readRetryAfter } from "./retry-schedule.ts";
export { settlePing } from "./settle-ping.ts";
export { signDelivery } from "./sign-delivery.ts";
export { openSecrets, type SigningSecret, secretsInForce } from "./signing-secrets.ts";
export { webhooks } from "./webhooks.router.ts";
export { livingWorkers, otherWorkers, registerWorker, removeWorker, renewWorker } from "./worker-registry.ts";
