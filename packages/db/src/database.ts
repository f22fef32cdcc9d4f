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

/** One transaction, in two languages: Prisma for plain rows, SQL for set-based statements. Both see the same connection. */
export interface Tx extends Sql {
  prisma: Prisma.TransactionClient;
  /** The connection itself, for COPY. */
  client: pg.PoolClient;
}

export interface Database extends Sql {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
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

class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
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
  let name = names.get(text);
  if (!name) names.set(text, (name = `q${names.size}`));
  return name;
}

async function run<Row>(on: pg.Pool | pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
  const config = values?.length ? { name: nameOf(text), text, values, types } : { text, types };
  return (await on.query(config)).rows as Row[];
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

  return {
    prisma,
    pool,
    query: (text, values) => run(pool, text, values),
    transaction: (work) => {
      const slot: { client?: pg.PoolClient } = {};
      return opening.run(slot, () =>
        prisma.$transaction(
          (inner) => {
            const { client } = slot;
            if (!client) throw new Error("Prisma opened a transaction without a connection of this pool");
            return work({ prisma: inner, client, query: (text, values) => run(client, text, values) });
          },
          { maxWait: 5_000, timeout: 600_000 },
        ),
      );
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
