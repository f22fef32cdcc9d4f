export { claimEnd } from "./claim-end.ts";
export { openProviders } from "./open-providers.ts";
