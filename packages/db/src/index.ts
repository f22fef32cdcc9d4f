export {
  type Database,
  type DatabaseOptions,
  type OpenOptions,
  openDatabase,
  type Tx,
  within,
} from "./database.ts";
export { Prisma } from "./generated/client.ts";
export { Limit } from "./limit.ts";
export { type Hearing, listen } from "./listen.ts";
export { pendingMigrations } from "./pending-migrations.ts";
export type { TransactionScope } from "./scope.ts";
export type { Sql, SqlTx } from "./sql.ts";
export { longTimeouts, sqlStateOf, type Timeouts } from "./timeouts.ts";
export { untilAborted } from "./until-aborted.ts";
export { WaitedTooLong } from "./waited-too-long.ts";
