export type { Affected } from "./dry-run.schema.ts";
export { type PathScope, type Rehearsed, rehearse, transactionScopeOf } from "./rehearse.ts";
export { rehearseFeed } from "./rehearse-feed.ts";
