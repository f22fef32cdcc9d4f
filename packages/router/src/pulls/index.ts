export { type FeedRequest, type FetchedFeed, FetchFailed, type FetchFeed } from "./fetch-feed.ts";
export { pullDueSources } from "./pull-due-sources.ts";
