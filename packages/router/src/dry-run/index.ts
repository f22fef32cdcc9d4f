export type { Affected } from "./dry-run.schema.ts";
export { type Rehearsed, rehearse, type Scope } from "./rehearse.ts";
export { rehearseFeed } from "./rehearse-feed.ts";
