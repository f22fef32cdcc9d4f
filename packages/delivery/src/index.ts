export {
  appendEvents,
  DELIVERY,
  type NewEvent,
  notifyWorkers,
  releaseHold,
  type StoreIds,
  wakeStore,
} from "./append/append-events.ts";
export { traceEvents } from "./append/event-traces.ts";
export { raiseSequences } from "./append/raise-sequences.ts";
export { LEASE_MS } from "./constants.ts";
export {
  attemptsOf,
  BLOCK,
  ENDPOINT_FAILING,
  isDeliverable,
  logAttempts,
  newestOfSubject,
  wakeDelivery,
} from "./delivery.sql.ts";
export type { DeliveryHost } from "./delivery-host.ts";
export { DeliveryEngine } from "./engine/delivery-engine.ts";
export type { EngineOptions } from "./engine/engine-options.ts";
export { awaitRelease, holdsLease, lockCursor } from "./lease/cursor-lock.ts";
export type { Lease } from "./lease/leases.ts";
export { type Backlog, readBacklog } from "./read/backlog.ts";
export { forgetReceivers, noteSuccess } from "./receivers/receiver-health.ts";
export { type Completion, recordDeliveries } from "./record/record-deliveries.ts";
export { isSuccess, MOST_TRIES } from "./record/retry-schedule.ts";
export {
  isValidSecret,
  plainHeaders,
  type SigningSecret,
  signDelivery,
  validSecrets,
} from "./sign/sign-delivery.ts";
