import type { Database, OpenOptions, Tx } from "./database.ts";
import type { PrismaClient } from "./generated/client.ts";
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
  const set = async ({ bulk, ...options }: OpenOptions = {}): Promise<void> => {
    const { statementMs, idleMs } = { ...(bulk && longTimeouts), ...options };
    if (statementMs !== undefined) await tx.execute(`SET LOCAL statement_timeout = ${statementMs}`);
    if (idleMs !== undefined) await tx.execute(`SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`);
  };
  const inside: Database = {
    ...db,
    prisma,
    query: tx.query,
    transaction: async (_scope, work, options) => {
      await set(options);
      return work({ ...tx, prisma });
    },
    sqlTransaction: async (_scope, work, options) => {
      await set(options);
      return work(tx);
    },
    bulkTransaction: async (_scope, bulk, work, options) => {
      await set({ ...options, bulk });
      return work(bulkIn(tx));
    },
    inQueue: (_name, work) => work(),
    shareOf: () => inside,
  };
  return inside;
}

const READS = /^(find|count|aggregate|groupBy)/;

/** The same client without writes, because a transaction outside of Prisma could not roll them back. */
function onlyReads(prisma: PrismaClient): PrismaClient {
  const read = <T extends object>(target: T, name: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, name);
    if (typeof member !== "function" || READS.test(String(name))) return member;
    throw new Error(`prisma.${String(name)} is called in a transaction on a connection of the pool`);
  };
  return new Proxy(prisma, {
    get: (target, name) => {
      const member = read(target, name);
      return typeof member === "object" && member !== null ? new Proxy(member, { get: read }) : member;
    },
  });
}
