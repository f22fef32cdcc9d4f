import pg from "pg";
import { Prisma, type PrismaClient } from "./generated/client.ts";
import type { Turns } from "./statements.ts";

/** The data of Prisma's adapter about an error that PostgreSQL gave (`@prisma/driver-adapter-utils`). */
interface Cause {
  originalCode?: string;
  originalMessage?: string;
  constraint?: { index?: string; fields?: string[]; foreignKey?: object };
}

/** Converts a value of a row to the types of `Sql.query`. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  // `Sql.query` promises the text of the column, such as 5.00. Prisma gives 5.
  if (Prisma.Decimal.isDecimal(value)) throw new Error("Prisma drops the scale of a numeric column: cast it to text");
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map(plain) : value;
}

const plainRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/** PostgreSQL's own error behind an error of a raw statement; undefined for other errors. */
function serverError(error: unknown): pg.DatabaseError | undefined {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2010") return undefined;
  const { cause } = (error.meta as { driverAdapterError?: { cause?: Cause } } | undefined)?.driverAdapterError ?? {};
  if (!cause?.originalCode) return undefined;
  const message = cause.originalMessage ?? error.message;
  const found = new pg.DatabaseError(message, message.length, "error");
  found.code = cause.originalCode;
  found.constraint = /constraint "([^"]+)"/.exec(message)?.[1];
  return found;
}

/**
 * Statements inside a transaction of Prisma.
 * @throws pg.DatabaseError for an error of the server, as on a connection of the pool
 */
export class PrismaStatements {
  readonly #prisma: Prisma.TransactionClient;

  constructor(prisma: Prisma.TransactionClient) {
    this.#prisma = prisma;
  }

  /** The same as `Sql.query`. Settings and definitions have no rows and can be several in one text. */
  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    if (SETTINGS.test(text)) return this.execute(text);
    const rows = this.#prisma.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values.map(orNull));
    return (await rows.catch(rethrow)).map(plainRow) as Row[];
  }

  /** Runs a statement and drops its rows. Their columns can have a type that Prisma does not know, such as `void`. */
  async execute(text: string, values: unknown[] = []): Promise<[]> {
    await this.#prisma.$executeRawUnsafe(text, ...values.map(orNull)).catch(rethrow);
    return [];
  }
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** The same client. Its calls keep their order among the statements of the transaction. */
export function inOrder(prisma: Prisma.TransactionClient, turns: Turns): Prisma.TransactionClient {
  const inTurn = <T extends object>(target: T, name: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, name);
    if (typeof name === "symbol" || typeof member !== "function") return member;
    return (...args: unknown[]) => turns(() => (member as Method).apply(target, args));
  };
  const isModel = (name: string | symbol): boolean => typeof name === "string" && /^[a-z]/.test(name);
  const models = new Map<string | symbol, object>();
  return new Proxy(prisma, {
    get: (target, name) => {
      if (!isModel(name)) return inTurn(target, name);
      const known = models.get(name);
      if (known) return known;
      const model: unknown = Reflect.get(target, name);
      if (typeof model !== "object" || model === null) return model;
      const ordered = new Proxy(model, { get: inTurn });
      models.set(name, ordered);
      return ordered;
    },
  });
}

const READS = /^(find|count|aggregate|groupBy)/;

/** The same client without writes, because a transaction outside of Prisma could not roll them back. */
export function onlyReads(prisma: PrismaClient): PrismaClient {
  const read = <T extends object>(target: T, name: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, name);
    if (typeof member !== "function" || READS.test(String(name))) return member;
    throw new Error(`prisma.${String(name)} is called in a transaction on a connection of the pool`);
  };
  return new Proxy(prisma, {
    get: (target, name) => {
      const member = read(target, name);
      return typeof member === "object" && member !== null ? new Proxy(member, { get: read }) : member;
    },
  });
}

const SETTINGS = /^\s*(SET|CREATE)\b/;
const orNull = (value: unknown): unknown => value ?? null;

function rethrow(error: unknown): never {
  throw serverError(error) ?? error;
}
