import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { Lanes, Limit } from "./limit.ts";
import { Notices } from "./notices.ts";
import { runOnPool, type Sql, type SqlTx, types } from "./sql.ts";
import { inTurn, Statements, setPipeline, together } from "./statements.ts";
import { watchConnections } from "./watch-connections.ts";

/** One transaction, in two languages: Prisma for plain rows, SQL for set-based statements. Both see the same connection. */
export interface Tx extends SqlTx {
  prisma: Prisma.TransactionClient;
}

export interface Database extends Sql {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same without Prisma, which opens at half the cost: for the calls that are made most. */
  sqlTransaction<T>(work: (tx: SqlTx) => Promise<T>): Promise<T>;
  /**
   * For COPY and for what takes long: few run at once, so that connections are left for all else; the others wait before they
   * take one. Each statement waits for the one before it.
   * @param size `large`: of these two run at once, and the small ones pass them by
   */
  bulkTransaction<T>(size: "small" | "large", work: (tx: SqlTx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` when nothing else of this process runs under `key`, a store or a retailer: what would wait for a row's lock for
   * long, as tills and edits do while a large feed is taken in, waits here without a connection.
   */
  inLane<T>(key: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Connections at most; default 10. */
  connections?: number;
  /** Called for an error on an idle connection (the server went away); the pool makes a new one by itself. */
  onIdleError?: (error: Error) => void;
}

/** Which connection Prisma took for the transaction that is being opened in this asynchronous context. */
const opening = new AsyncLocalStorage<{ client?: pg.PoolClient }>();

/** Notes, in the context of whoever asked, the connection that a transaction being opened gets. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    return super.connect().then((client) => {
      const slot = opening.getStore();
      if (slot && !slot.client) slot.client = client;
      return client;
    });
  }
}

/**
 * Runs `work` between BEGIN, which goes out with its first statement, and COMMIT, which goes out with its last.
 * @param pipeline whether statements are sent before those before them are answered
 */
async function begin<T>(
  pool: pg.Pool,
  pipeline: boolean,
  work: (tx: Omit<SqlTx, "afterCommit" | "notify">) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  // A connection that ends while it is taken says so to nobody else, and unheard it would end the process.
  client.on("error", onError);
  const statements = new Statements(pipeline ? together(client) : inTurn(client));
  const { query, send } = statements;
  setPipeline(client, pipeline);
  try {
    send("BEGIN");
    const result = await work({ client, query, send });
    send("COMMIT");
    await statements.end();
    return result;
  } catch (error) {
    await statements.end().catch(() => undefined);
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw statements.failure ?? error;
  } finally {
    setPipeline(client, false);
    // A connection that cannot even roll back is not used again.
    client.release(broken);
    client.removeListener("error", onError);
  }
}

/** Opens the database: one pool that Prisma and prepared statements share. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: "highstreet",
    types,
  });
  pool.on("error", options.onIdleError ?? (() => undefined));
  const stopWatching = watchConnections(pool, options.url);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });

  const limits = { small: new Limit(3), large: new Limit(2) };
  const lanes = new Lanes();

  const sql: Sql = { query: (text, values) => runOnPool(pool, text, values) };
  const notices = new Notices((channel) => sql.query("SELECT pg_notify($1, '')", [channel]));

  /** What waits for a commit. */
  const afterwards = () => {
    const works: ((sql: Sql) => Promise<void>)[] = [];
    return {
      works,
      afterCommit: (work: (sql: Sql) => Promise<void>) => void works.push(work),
      notify: (channel: string) => void works.push(async () => notices.notify(channel)),
    };
  };

  async function transact<T>(pipeline: boolean, work: (tx: SqlTx) => Promise<T>): Promise<T> {
    const { works, ...after } = afterwards();
    const result = await begin(pool, pipeline, (tx) => work({ ...tx, ...after }));
    for (const then of works) await then(sql);
    return result;
  }

  return {
    ...sql,
    prisma,
    pool,
    transaction: async (work) => {
      const slot: { client?: pg.PoolClient } = {};
      const { works, ...after } = afterwards();
      const result = await opening.run(slot, () =>
        prisma.$transaction(
          async (inner) => {
            const { client } = slot;
            if (!client) throw new Error("Prisma opened a transaction without a connection of this pool");
            const statements = new Statements(inTurn(client));
            const { query, send } = statements;
            try {
              return await work({ prisma: inner, client, query, send, ...after });
            } finally {
              // Before Prisma ends the transaction: what came behind that would be outside of it.
              await statements.end();
            }
          },
          { maxWait: 5_000, timeout: 600_000 },
        ),
      );
      for (const then of works) await then(sql);
      return result;
    },
    sqlTransaction: (work) => transact(true, work),
    bulkTransaction: (size, work) => limits[size].run(() => transact(false, work)),
    inLane: (key, work) => lanes.run(key, work),
    close: async () => {
      notices.close();
      stopWatching();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * The same database from inside a transaction: all that is read and written through it, "transactions" included, belongs to `tx`
 * and is committed with it or not at all.
 */
export function within(db: Database, tx: Tx): Database {
  return {
    ...db,
    prisma: tx.prisma as PrismaClient,
    query: tx.query,
    transaction: (work) => work(tx),
    sqlTransaction: (work) => work(tx),
    bulkTransaction: (_size, work) => work(tx),
    inLane: (_key, work) => work(),
  };
}
