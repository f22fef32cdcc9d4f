import pg from "pg";
import { Prisma } from "./generated/client.ts";
import { WaitedTooLong } from "./limit.ts";

/** Maximum times for the parts of a transaction, in milliseconds. */
export interface Timeouts {
  /** Maximum wait for the queue, a slot, a connection and locks together; then `WaitedTooLong`. */
  waitMs: number;
  /** Maximum wait for one lock in one attempt. After that, the attempt returns its connection and runs again. */
  lockMs: number;
  statementMs: number;
  /** Maximum time between two statements. */
  idleMs: number;
}

export const callTimeouts: Timeouts = { waitMs: 10_000, lockMs: 150, statementMs: 5_000, idleMs: 30_000 };

/** Timeouts of work that takes longer with more data: feeds, nightly jobs, the removal of a store. */
export const longTimeouts: Timeouts = { waitMs: 300_000, lockMs: 150, statementMs: 900_000, idleMs: 300_000 };

/** `SET LOCAL` works behind a transaction pooler, and ends with the transaction. */
export function setTimeouts({ lockMs, statementMs, idleMs }: Timeouts): string {
  return `SET LOCAL lock_timeout = ${lockMs}; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;
}

/**
 * For statements of a transaction that read an index up to a limit. They must cost the same for any size of a table, but the planner
 * prefers to read and sort the whole of a table while it is small, or to join the whole of it.
 */
export const readByIndexSql = ["seqscan", "sort", "hashjoin", "mergejoin"]
  .map((way) => `SET LOCAL enable_${way} = off`)
  .join("; ");

/** PostgreSQL's `lock_not_available` and `deadlock_detected`. */
const LOCKED = new Set(["55P03", "40P01"]);

interface AdapterMeta {
  driverAdapterError?: { cause?: { originalCode?: string; originalMessage?: string } };
}

/** Citus reports some errors of its machines as XX000, with their messages. */
const stateOf = (code: string | undefined, message: string | undefined): string | undefined =>
  code === "XX000" && message === "canceling statement due to lock timeout" ? "55P03" : code;

/** The SQLSTATE of an error from PostgreSQL, directly or through Prisma; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const cause = (error.meta as AdapterMeta | undefined)?.driverAdapterError?.cause;
    return stateOf(cause?.originalCode, cause?.originalMessage);
  }
  return error instanceof pg.DatabaseError ? stateOf(error.code, error.message) : undefined;
}

/** Another transaction has changed what this one builds on. It runs again. */
export class Overtaken extends Error {}

/** Whether a transaction can succeed in a later attempt: a lock was not available in time, or another transaction was first. */
export function canSucceedLater(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof WaitedTooLong) return false;
  return error instanceof Overtaken || LOCKED.has(sqlStateOf(error) ?? "") || canSucceedLater(error.cause);
}
