import { Prisma } from "@highstreet/db";

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
}

/** A row with the same unique key is there already. */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, "P2002");

/** A row that the statement refers to is gone, or one still refers to what it removes. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, "P2003");

/** The row to change is gone. */
export const isMissingRow = (error: unknown): boolean => hasCode(error, "P2025");

/** Whether an SQL statement wrote a row of a deleted retailer (`…_retailer_id_fkey`). */
export function isRetailerGone(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("constraint" in error)) return false;
  return error.code === "23503" && String(error.constraint).endsWith("_retailer_id_fkey");
}
