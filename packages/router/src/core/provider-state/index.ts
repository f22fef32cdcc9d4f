export { claimEnd } from "./claim-end.ts";
export { forRetailer } from "./for-retailer.ts";
export { isLasting } from "./is-lasting.ts";
export { openProviders } from "./open-providers.ts";
export { backoffMs, type Paced, providerMs } from "./pause.ts";
export { runEnd } from "./run-end.ts";
export { sandboxWarning } from "./sandbox-warning.ts";
