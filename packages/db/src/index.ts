export {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type Tx,
  within,
} from "./database.ts";
export { Prisma } from "./generated/client.ts";
export { type Hearing, listen } from "./listen.ts";
export { pendingMigrations } from "./pending-migrations.ts";
export type { Sql, SqlTx } from "./sql.ts";
