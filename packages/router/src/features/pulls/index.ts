export { connections } from "./connections.router.ts";
export { MAX_PULLS } from "./internal/lease-pull.ts";
export { sweepLocationFiles } from "./internal/location-files.ts";
export { type FeedRequest, type FetchedFeed, FetchFailed } from "./internal/pull-source.ts";
export { pullDueConnections } from "./pull-due-connections.ts";
export { pullDueSources } from "./pull-due-sources.ts";
