import { Prisma, sqlStateOf, WaitedTooLong } from "@highstreet/db";
import { DomainError } from "./errors.ts";

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

export const isUniqueViolation = (error: unknown): boolean => hasCode(error, "P2002");

export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, "P2003");

export const isMissingRow = (error: unknown): boolean => hasCode(error, "P2025");

/** PostgreSQL refuses U+0000 in a text (22021) and in JSON (22P05). */
export const isUnstorable = (error: unknown): boolean => ["22021", "22P05"].includes(sqlStateOf(error) ?? "");

/** Whether an SQL statement wrote a row of a deleted retailer (`…_retailer_id_fkey`). */
export function isRetailerGone(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("constraint" in error)) return false;
  return error.code === "23503" && String(error.constraint).endsWith("_retailer_id_fkey");
}

const codes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EPIPE",
  "57014",
  "55P03",
  "25P03",
  "40P01",
  "25006",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
]);

const classes = /^(08|53|57P0)/;

const messages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error/;

const busy =
  "Other calls are changing the same records, or your earlier calls are still running. Nothing was changed. Send the call again.";
const away = "The service is unavailable for a moment. Please try again.";

/**
 * Explains to the caller why the same call may succeed later. The database is unreachable or slow, or the call waited for others
 * until its deadline.
 * @returns undefined for any other error
 */
export function whyUnavailable(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof WaitedTooLong) return busy;
  const code = sqlStateOf(thrown) ?? ("code" in thrown ? String(thrown.code) : "");
  if (codes.has(code) || classes.test(code) || messages.test(thrown.message)) return away;
  const parts = thrown instanceof AggregateError ? thrown.errors : [];
  for (const part of [...parts, thrown.cause]) {
    const why = whyUnavailable(part);
    if (why !== undefined) return why;
  }
  return undefined;
}

export const unavailable = (cause: unknown, why = away): DomainError =>
  new DomainError("Unavailable", why, {}, { cause });
