import pg from "pg";
import { Prisma } from "./generated/client.ts";
import type { SqlTx } from "./sql.ts";
import { inTurn, statementsOf } from "./sql-transaction.ts";

/** The data of Prisma's adapter about an error that PostgreSQL gave (`@prisma/driver-adapter-utils`). */
interface Cause {
  originalCode?: string;
  originalMessage?: string;
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  // `Sql.query` promises the text of the column, such as 5.00. Prisma gives 5.
  if (Prisma.Decimal.isDecimal(value)) throw new Error("Prisma drops the scale of a numeric column: cast it to text");
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map(plain) : value;
}

const plainRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/** Throws PostgreSQL's own error behind an error of a raw statement, as on a connection of the pool; other errors as they are. */
function rethrow(error: unknown): never {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2010") throw error;
  const { cause } = (error.meta as { driverAdapterError?: { cause?: Cause } } | undefined)?.driverAdapterError ?? {};
  if (!cause?.originalCode) throw error;
  const message = cause.originalMessage ?? error.message;
  const found = new pg.DatabaseError(message, message.length, "error");
  found.code = cause.originalCode;
  found.constraint = /constraint "([^"]+)"/.exec(message)?.[1];
  throw found;
}

/** Settings and definitions have no rows, and can be several in one text. */
const SETTINGS = /^\s*(SET|CREATE)\b/;
const orNull = (value: unknown): unknown => value ?? null;

/** Statements inside a transaction of Prisma, with the answers and errors of those on a connection of the pool. */
export function prismaStatements(
  prisma: Prisma.TransactionClient,
  isDistributed: boolean,
): Pick<SqlTx, "query" | "execute" | "keepPlans"> {
  const turns = inTurn();
  const execute = async (text: string, values: unknown[] = []): Promise<[]> => {
    await turns(() => prisma.$executeRawUnsafe(text, ...values.map(orNull))).catch(rethrow);
    return [];
  };
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => {
    if (SETTINGS.test(text)) return execute(text);
    const rows = turns(() => prisma.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values.map(orNull)));
    return (await rows.catch(rethrow)).map(plainRow) as Row[];
  };
  return statementsOf(query, isDistributed, execute);
}
