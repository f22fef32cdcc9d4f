export { connections } from "./connections.router.ts";
export { type FeedRequest, type FetchedFeed, FetchFailed } from "./fetch-feed.ts";
export { pullDueConnections } from "./pull-due-connections.ts";
export { pullDueSources } from "./pull-due-sources.ts";
