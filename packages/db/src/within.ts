import type { Database, OpenOptions, Tx } from "./database.ts";
import type { PrismaClient } from "./generated/client.ts";
import { onlyReads } from "./prisma-sql.ts";
import type { PgTx, SqlTx } from "./sql.ts";
import { longTimeouts } from "./timeouts.ts";

function bulkIn(tx: SqlTx): PgTx {
  if ("client" in tx) return tx as PgTx;
  throw new Error("a bulk transaction cannot join a transaction of Prisma, which has no COPY");
}

/**
 * The same database inside of a transaction. All reads, writes and "transactions" through it belong to `tx` and do not wait again.
 * If `tx` is not a transaction of Prisma, Prisma can only read, and sees only rows that were committed before.
 */
export function within(db: Database, tx: Tx | PgTx): Database {
  const prisma = "prisma" in tx ? (tx.prisma as PrismaClient) : onlyReads(db.prisma);
  const set = ({ bulk, ...options }: OpenOptions = {}): void => {
    const { statementMs, idleMs } = { ...(bulk && longTimeouts), ...options };
    if (statementMs !== undefined) tx.send(`SET LOCAL statement_timeout = ${statementMs}`);
    if (idleMs !== undefined) tx.send(`SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`);
  };
  const inside: Database = {
    ...db,
    prisma,
    query: tx.query,
    transaction: (_scope, work, options) => {
      set(options);
      return work({ ...tx, prisma });
    },
    sqlTransaction: (_scope, work, options) => {
      set(options);
      return work(tx);
    },
    bulkTransaction: (_scope, bulk, work, options) => {
      set({ ...options, bulk });
      return work(bulkIn(tx));
    },
    inQueue: (_name, work) => work(),
    shareOf: () => inside,
  };
  return inside;
}
