export { LEASE_MS } from "./await-lane.ts";
export { literalAddress, mayConnect } from "./check-address.ts";
export { checkWebhookUrl } from "./check-webhook-url.ts";
export { enableWebhooks } from "./enable-webhooks.ts";
export { tellFailing } from "./endpoint-warnings.ts";
export {
  type Candidate,
  findDueStores,
  holdingLeases,
  type Lease,
  leaseStore,
  releaseStore,
} from "./lease-store.ts";
export { holdStore, lookAround, parkStore } from "./park-store.ts";
export { type DueEvent, type DueRetry, readDueRetries, readLog } from "./read-due.ts";
export { type Completion, recordDeliveries } from "./record-deliveries.ts";
export { removeWebhooks } from "./remove-webhooks.ts";
export { MOST_TRIES, nextPing, nextTry, readRetryAfter } from "./retry-schedule.ts";
export { settlePing } from "./settle-ping.ts";
export { signDelivery } from "./sign-delivery.ts";
export { livingWorkers, otherWorkers, registerWorker, removeWorker, renewWorker } from "./worker-registry.ts";
