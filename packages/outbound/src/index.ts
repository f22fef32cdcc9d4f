export type { CallResult } from "./answer-reader.ts";
export { blockReason, type OutboundSettings } from "./check-address.ts";
export { findUrlProblem, hasBadPort, mayTell } from "./check-url.ts";
export { guardedConnector } from "./guarded-connector.ts";
export { NameResolver } from "./name-resolver.ts";
export { type Call, type RunningCall, Sender } from "./sender.ts";
