export { dryRun, dryRunFeed, type PathScope, transactionScopeOf } from "./dry-run.ts";
