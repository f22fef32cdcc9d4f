import pg from "pg";
import { Prisma } from "./generated/client.ts";

/** How long the parts of a transaction may take, in milliseconds. */
export interface Timeouts {
  /** For its turn, a slot, a connection, and locks that others hold; then `WaitedTooLong`. */
  waitMs: number;
  /** For one lock in one try. A try that exceeds it returns its connection and is made again. */
  lockMs: number;
  /** For one statement. */
  statementMs: number;
  /** Between two statements. */
  idleMs: number;
}

/** Of a call of the API. */
export const callTimeouts: Timeouts = { waitMs: 10_000, lockMs: 150, statementMs: 5_000, idleMs: 30_000 };

/** Of work whose length grows with the data: feeds, jobs at night, the removal of a store. */
export const longTimeouts: Timeouts = { waitMs: 300_000, lockMs: 150, statementMs: 900_000, idleMs: 300_000 };

/** `SET LOCAL` works behind a transaction pooler, and ends with the transaction. */
export function setTimeouts({ lockMs, statementMs, idleMs }: Timeouts): string {
  return `SET LOCAL lock_timeout = ${lockMs}; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;
}

/** PostgreSQL's `lock_not_available` and `deadlock_detected`. */
const LOCKED = new Set(["55P03", "40P01"]);

/** What Prisma's adapter says of an error that came from PostgreSQL. */
interface AdapterMeta {
  driverAdapterError?: { cause?: { originalCode?: string } };
}

/** The SQLSTATE of an error that PostgreSQL gave, through Prisma or not; undefined: the error is not PostgreSQL's. */
export function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return (error.meta as AdapterMeta | undefined)?.driverAdapterError?.cause?.originalCode;
  }
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Whether a lock was not had in time: the same transaction may succeed a little later. */
export const isLocked = (error: unknown): boolean => LOCKED.has(sqlStateOf(error) ?? "");
