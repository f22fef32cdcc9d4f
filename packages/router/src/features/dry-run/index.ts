export { dryRun, type PathScope, transactionScopeOf } from "./dry-run.ts";
export { dryRunFeed } from "./dry-run-feed.ts";
