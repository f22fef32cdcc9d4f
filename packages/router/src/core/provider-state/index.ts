export { forRetailer } from "./for-retailer.ts";
export { openContext } from "./open-context.ts";
export { openProviders, sandboxWarning } from "./open-providers.ts";
export { backoffMs, claimEnd, isLasting, type Paced, providerMs, runEnd } from "./provider-times.ts";
