import { createHash } from "node:crypto";
import pg from "pg";

/** Something that runs SQL: the pool, or one transaction. */
export interface Sql {
  /**
   * Runs a static statement with `$1…` parameters, prepared once a connection.
   * `bigint` comes back as a number, `numeric` as a string (never a float), `timestamptz` as a Date.
   */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** A transaction of either kind, for functions that both kinds share. */
export interface SqlTx extends Sql {
  /** Runs a statement without rows. Its columns can have a type that Prisma does not know, such as `void`. */
  execute(text: string, values?: unknown[]): Promise<void>;
  /**
   * Keeps the plans of the next statements, for statements with arrays: a new plan can take ten times as long as the work. A distributed
   * database has to see the retailer, so it plans each of them again.
   */
  keepPlans(): Promise<void>;
  /** Adds work that runs after the commit, outside of the transaction, in order, before the transaction returns. */
  afterCommit(work: (sql: Sql) => Promise<void>): void;
  /** The `traceparent` of the transaction's span; undefined: the transaction is not traced. */
  readonly traceparent?: string;
  /** Notifies the listeners of a channel (`listen`) after the commit, without a wait, at most once every 10 ms. */
  notify(channel: string): void;
}

/** A transaction on a connection of the pool. */
export interface PgTx extends SqlTx {
  /** The connection, for COPY. */
  client: pg.PoolClient;
}

/** The row of a statement that always gives exactly one, such as an aggregate. @throws Error for another number of rows */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row instead of ${rows.length}`);
  return row;
}

const INT8 = 20;

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

/**
 * Sets up a new connection. Its time zone is UTC, because Prisma reads the times in an answer as UTC and ignores their offset
 * (@prisma/adapter-pg). PgBouncer keeps this setting for each client.
 * @returns whether the connection is to the server itself. A pooler can give the server's session to another client after each
 * transaction, so a statement is not prepared there
 */
export async function setUpConnection(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(
    "SELECT set_config('TimeZone', 'UTC', false), pg_backend_pid() AS pid",
  );
  // The process id that a pooler gives to its clients is not the server's. The types of `pg` leave it out.
  return one(rows).pid === (client as unknown as { processID: number }).processID;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

/** A statement for `pg`. @param isPrepared whether a connection prepares it once, if it has parameters */
export function statementOf(text: string, values: unknown[] = [], isPrepared: boolean): pg.QueryConfig {
  return isPrepared && values.length ? { name: nameOf(text), text, values } : { text, values };
}

const SQL_WRITE = /\b(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|FOR (KEY )?SHARE)\b/;
const writes = new Map<string, boolean>();

/** Whether a statement writes or locks rows. Statements are constants, so each text is checked once. */
export function isWrite(text: string): boolean {
  const known = writes.get(text);
  if (known !== undefined) return known;
  const found = SQL_WRITE.test(text);
  writes.set(text, found);
  return found;
}
