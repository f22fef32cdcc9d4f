export { type PathScope, rehearse, transactionScopeOf } from "./rehearse.ts";
export { rehearseFeed } from "./rehearse-feed.ts";
