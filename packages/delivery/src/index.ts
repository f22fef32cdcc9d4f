export {
  appendEvents,
  DELIVERY,
  type NewEvent,
  notifyWorkers,
  releaseHold,
  type StoreIds,
  wakeStore,
} from "./append/append-events.ts";
export { raiseSequences, sendOldAgain } from "./append/raise-sequences.ts";
export { LEASE_MS } from "./constants.ts";
export {
  attemptsOf,
  BLOCK,
  ENDPOINT_FAILING,
  followingOf,
  isDeliverable,
  isFollowed,
  type Kept,
  logAttempts,
  newestOfSubject,
  ofEndpoint,
  ofStore,
  wakeDelivery,
} from "./delivery.sql.ts";
export { DeliveryEngine } from "./engine/delivery-engine.ts";
export type { DeliveryHost, EndpointPing, EngineOptions, HeldEndpoint } from "./engine/engine-options.ts";
export {
  addFollower,
  awaitFollower,
  changeFollower,
  type EndpointRange,
  endFollowing,
  type Followed,
  followRetailer,
  followStores,
  forgetFollowers,
  queueForEndpoint,
  settlePingOf,
} from "./follow/endpoints.ts";
export { awaitRelease, holdsLease, type Lease, lockCursor } from "./lease/leases.ts";
export { type Backlog, readBacklog } from "./read.ts";
export { forgetReceivers, recordAnswer } from "./receivers/receiver-health.ts";
export { type Completion, recordDeliveries } from "./record/record-deliveries.ts";
export { isSuccess, MAX_TRIES, type RetrySchedule } from "./record/retry-schedule.ts";
export {
  eventInBatch,
  isValidSecret,
  newSigningKey,
  plainHeaders,
  type SigningSecret,
  signDelivery,
  validSecrets,
} from "./send/sign-delivery.ts";
