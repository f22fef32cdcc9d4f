export {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type Sql,
  type SqlTx,
  type Tx,
  within,
} from "./database.ts";
export { Prisma } from "./generated/client.ts";
export { type Hearing, listen } from "./listen.ts";
export { pendingMigrations } from "./pending-migrations.ts";
