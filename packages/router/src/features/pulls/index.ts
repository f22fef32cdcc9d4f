export { type FeedRequest, type FetchedFeed, FetchFailed } from "./fetch-feed.ts";
export { pullDueSources } from "./pull-due-sources.ts";
