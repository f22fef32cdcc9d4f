import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "./generated/client.ts";

/** Something that runs SQL: the pool, or one transaction. */
export interface Sql {
  /**
   * Runs a static statement with `$1…` parameters, prepared once a connection.
   * `bigint` comes back as a number, `numeric` as a string (never a float), `timestamptz` as a Date.
   */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** One transaction, in SQL alone. */
export interface SqlTx extends Sql {
  /** The connection itself, for COPY. */
  client: pg.PoolClient;
  /** What has to wait for the commit: run outside, in order, once it is done, before `transaction` returns. */
  afterCommit(work: (sql: Sql) => Promise<void>): void;
}

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
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Connections at most; default 10. */
  connections?: number;
  /** Called for an error on an idle connection (the server went away); the pool makes a new one by itself. */
  onIdleError?: (error: Error) => void;
}

const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

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

const names = new Map<string, string>();

/** The name under which a connection keeps the plan of a statement. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

async function run<Row>(on: pg.Pool | pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
  const config = values?.length ? { name: nameOf(text), text, values, types } : { text, types };
  return (await on.query(config)).rows as Row[];
}

/** Runs `work` between BEGIN and COMMIT on a connection of the pool. */
async function begin<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  // A connection that ends while it is taken says so to nobody else, and unheard it would end the process.
  client.on("error", onError);
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
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
  });
  pool.on("error", options.onIdleError ?? (() => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });

  const sql: Sql = { query: (text, values) => run(pool, text, values) };

  return {
    ...sql,
    prisma,
    pool,
    transaction: async (work) => {
      const slot: { client?: pg.PoolClient } = {};
      const committed: ((sql: Sql) => Promise<void>)[] = [];
      const result = await opening.run(slot, () =>
        prisma.$transaction(
          (inner) => {
            const { client } = slot;
            if (!client) throw new Error("Prisma opened a transaction without a connection of this pool");
            return work({
              prisma: inner,
              client,
              query: (text, values) => run(client, text, values),
              afterCommit: (then) => committed.push(then),
            });
          },
          { maxWait: 5_000, timeout: 600_000 },
        ),
      );
      for (const then of committed) await then(sql);
      return result;
    },
    sqlTransaction: async (work) => {
      const committed: ((sql: Sql) => Promise<void>)[] = [];
      const result = await begin(pool, (client) =>
        work({
          client,
          query: (text, values) => run(client, text, values),
          afterCommit: (then) => committed.push(then),
        }),
      );
      for (const then of committed) await then(sql);
      return result;
    },
    close: async () => {
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
  // Statements that a pool runs side by side wait for each other here: a connection takes one at a time.
  let last: Promise<unknown> = Promise.resolve();
  const query: Sql["query"] = <Row>(text: string, values?: unknown[]) => {
    const mine = last.then(() => tx.query<Row>(text, values));
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    ...db,
    prisma: tx.prisma as PrismaClient,
    query,
    transaction: (work) => work(tx),
    sqlTransaction: (work) => work(tx),
  };
}
