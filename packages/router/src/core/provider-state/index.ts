export { backoffMs, claimEnd, forRetailer, isLasting, type Paced, providerMs, runEnd } from "./provider-calls.ts";
