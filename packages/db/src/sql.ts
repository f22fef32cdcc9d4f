import pg from "pg";
import { type Done, Statement } from "./statement.ts";

/** Something that runs SQL: the pool, or one transaction. */
export interface Sql {
  /**
   * Runs a static statement with `$1…` parameters, prepared once a connection.
   * `bigint` comes back as a number, `numeric` as a string (never a float), `timestamptz` as a Date.
   */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * A transaction of either kind, for functions that both kinds share. Statements run in the order of their calls. A statement that
 * does not need the answer of the statement before it need not wait for that answer.
 */
export interface SqlTx extends Sql {
  /** `Database.isDistributed`. */
  isDistributed: boolean;
  /** Runs a statement without rows and without a wait. If the statement fails, the transaction fails with its error. */
  send(text: string, values?: unknown[]): void;
  /** Adds work that runs after the commit, outside of the transaction, in order, before the transaction returns. */
  afterCommit(work: (sql: Sql) => Promise<void>): void;
  /** The `traceparent` of the transaction's span; undefined: the transaction is not traced. */
  readonly traceparent?: string;
  /** Notifies the listeners of a channel (`listen`) after the commit, without a wait, at most once every 10 ms. */
  notify(channel: string): void;
}

/** A transaction on a connection of the pool. Statements that do not wait for each other go out together. */
export interface PgTx extends SqlTx {
  /** The connection, for COPY. */
  client: pg.PoolClient;
}

const INT8 = 20;

/** How every connection reads columns. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** `Sql.query` on any connection of a pool. */
export async function runOnPool<Row>(pool: pg.Pool, text: string, values?: unknown[]): Promise<Row[]> {
  // The type of `pool.query` returns the statement. At run time it returns a promise of the result.
  const result = pool.query(new Statement(text, values)) as unknown as Promise<pg.QueryResult>;
  return (await result).rows as Row[];
}

/** The rows of a statement that calls back. */
export async function rowsOf<Row>(start: (done: Done) => void): Promise<Row[]> {
  const { rows } = await new Promise<pg.QueryResult>((resolve, reject) => {
    start((error, result) => (error ? reject(error) : resolve(result)));
  });
  return rows as Row[];
}

/** `Sql.query` on one connection. */
export function run<Row>(client: pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
  return rowsOf((done) => client.query(new Statement(text, values, done)));
}
