import { createHash } from "node:crypto";
import pg from "pg";
import { isPooled } from "./pooled.ts";

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

const names = new Map<string, string>();

/** The name under which a connection keeps the plan of a statement. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** `pg` has `submit` as a method, and its types as a property. */
const Query = pg.Query as unknown as new (
  ...args: [...ConstructorParameters<typeof pg.Query>, unknown?]
) => Omit<pg.Query, "submit"> & { submit(connection: pg.Connection): Error | null };

/**
 * A statement. With parameters, each connection prepares it once. `pg` would copy an object of options, at some cost.
 */
class Statement extends Query {
  name: string | undefined;

  constructor(text: string, values: unknown[] = [], done?: (error: Error | undefined, result: pg.QueryResult) => void) {
    super(text, values, done);
    this.name = values.length ? nameOf(text) : undefined;
  }

  override submit(connection: pg.Connection): Error | null {
    // The server's session of the next transaction can be another one, which does not have the statement.
    if (isPooled(connection)) this.name = undefined;
    return super.submit(connection);
  }
}

/** `Sql.query` on any connection of a pool. */
export async function runOnPool<Row>(pool: pg.Pool, text: string, values?: unknown[]): Promise<Row[]> {
  // The type of `pool.query` returns the statement. At run time it returns a promise of the result.
  const result = pool.query(new Statement(text, values)) as unknown as Promise<pg.QueryResult>;
  return (await result).rows as Row[];
}

/** `Sql.query` on one connection. */
export async function run<Row>(client: pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> {
  const result = new Promise<pg.QueryResult>((resolve, reject) => {
    client.query(new Statement(text, values, (error, result) => (error ? reject(error) : resolve(result))));
  });
  return (await result).rows as Row[];
}
