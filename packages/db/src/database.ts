import { PrismaPg } from "@prisma/adapter-pg";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { isDistributedSql } from "./distribute/distribute.sql.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { Notices } from "./listen.ts";
import { type BulkSize, membersOf, Opener, type TransactionScope, useOf } from "./opener.ts";
import { prismaStatements } from "./prisma-sql.ts";
import { isWrite, one, type PgTx, type Sql, type SqlTx, setUpConnection, statementOf, types } from "./sql.ts";
import { sqlTransaction } from "./sql-transaction.ts";
import { callTimeouts, longTimeouts, setTimeouts, type Timeouts } from "./timeouts.ts";
import type { Tracer } from "./tracer.ts";

/** A transaction of Prisma. Its SQL goes through Prisma, too. */
export interface Tx extends SqlTx {
  prisma: Prisma.TransactionClient;
}

/** The defaults are those of an API call. */
export interface OpenOptions extends Partial<Timeouts> {
  /** Takes one of the few slots for COPY and other long work first. Its timeouts are then `longTimeouts`. */
  bulk?: BulkSize;
}

/**
 * The database for one caller. A transaction waits without a connection: in the queue of its store, then for one of its partner's
 * connections. After `lockMs` of waiting for a lock, it is rolled back, and `work` runs again until `waitMs` have passed. So `work` must
 * be safe to run again: it changes nothing outside of the transaction and calls no outside service.
 */
export interface Database extends Sql {
  prisma: PrismaClient;
  pool: pg.Pool;
  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws.
   * @throws WaitedTooLong
   */
  transaction<T>(scope: TransactionScope, work: (tx: Tx) => Promise<T>, options?: OpenOptions): Promise<T>;
  /** The same without Prisma, at half the cost, for the most frequent calls. */
  sqlTransaction<T>(scope: TransactionScope, work: (tx: SqlTx) => Promise<T>, options?: OpenOptions): Promise<T>;
  /**
   * For COPY and other long work. Few bulk transactions run at once, and partners take turns. Each statement waits for the
   * statement before it.
   */
  bulkTransaction<T>(
    scope: TransactionScope,
    size: BulkSize,
    work: (tx: PgTx) => Promise<T>,
    options?: OpenOptions,
  ): Promise<T>;
  /**
   * Runs `work` after all other work of the caller's partner under `name` in this process has ended.
   * @throws WaitedTooLong
   */
  inQueue<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * The same database for the calls of one partner. In this process they hold at most half of the connections and of the bulk
   * slots. Single statements also wait for one of these connections.
   */
  shareOf(partnerId: string): Database;
  /** A partner's use of this process: connections and waiting calls. */
  usedBy(partnerId: string): { connections: number; waiting: number };
  /** The use of the pool by all callers: connections, and calls that wait for one, for a slot or for another call of their store. */
  poolUse(): { inUse: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Maximum number of connections; default 10. */
  connections?: number | undefined;
  /** Timeouts of transactions without their own. Default: `callTimeouts`. */
  timeouts?: Partial<Timeouts>;
  /** Time without an answer until a connection counts as dead, in milliseconds. Default: 40 s; of Prisma 120 s. */
  deadAfterMs?: number;
  /** Called for an error of an idle connection, such as a stopped server. */
  onIdleError?: (error: Error) => void;
  /** Traces each transaction. Default: no traces. */
  tracer?: Pick<Tracer, "span"> | undefined;
}

const MAX_SHARES = 10_000;

/**
 * Times without an answer until a connection counts as dead: of a single statement, which the database's default (`setDefaults`) ends
 * before, and of Prisma, which can also run long statements.
 */
const [DEAD_AFTER_MS, PRISMA_DEAD_AFTER_MS] = [40_000, 120_000];

/** Frequent jobs repeat within this time, so they find open connections. A new connection costs a sign-in and a process. */
const IDLE_CONNECTION_MS = 60_000;

const PRISMA_READ = /^(find|count|aggregate|groupBy|\$queryRaw)/;

async function callPrisma(
  prisma: Prisma.TransactionClient,
  model = "",
  operation: string,
  args: unknown,
): Promise<unknown> {
  const delegates = prisma as unknown as Record<string, Record<string, (args: unknown) => Promise<unknown>>>;
  const call = delegates[model.charAt(0).toLowerCase() + model.slice(1)]?.[operation];
  if (!call) throw new Error(`${operation} needs a transaction`);
  return call(args);
}

type Rest = Pick<SqlTx, "afterCommit" | "notify" | "traceparent">;

interface Caller {
  partnerId: string | undefined;
  sql: Sql;
}

/** Opens the database: one pool that Prisma and prepared statements share. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connections = 10, tracer, deadAfterMs } = options;
  /** Whether the connections go to the server itself (`setUpConnection`). Known after the first one. */
  let isDirect = false;
  const setUp = async (client: pg.ClientBase): Promise<void> => {
    isDirect = await setUpConnection(client);
  };
  const pool = new pg.Pool({
    connectionString: options.url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 15_000,
    query_timeout: deadAfterMs ?? PRISMA_DEAD_AFTER_MS,
    application_name: "highstreet",
    types,
    // The pool waits for the promise, which its types do not say.
    onConnect: setUp as unknown as (client: pg.ClientBase) => void,
  });
  pool.on("error", options.onIdleError ?? (() => undefined));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });

  const usual: Timeouts = { ...callTimeouts, ...options.timeouts };
  const opener = new Opener({ connections });

  const sql: Sql = {
    query: async <Row>(text: string, values?: unknown[]) => {
      const statement = { ...statementOf(text, values, isDirect), query_timeout: deadAfterMs ?? DEAD_AFTER_MS };
      return (await pool.query(statement)).rows as Row[];
    },
  };
  const notices = new Notices((channel) => sql.query("SELECT pg_notify($1, '')", [channel]));

  async function open<T>(
    caller: Caller,
    scope: TransactionScope,
    options: OpenOptions,
    attempt: (timeouts: Timeouts, rest: Rest) => Promise<T>,
  ): Promise<T> {
    const { bulk } = options;
    const timeouts: Timeouts = { ...(bulk ? longTimeouts : usual), ...options };
    let works: ((sql: Sql) => Promise<void>)[] = [];
    await isDistributed();
    const rest: Rest = {
      afterCommit: (work) => void works.push(work),
      notify: (channel) => void works.push(async () => notices.notify(channel)),
    };
    const transact = (traced: Rest) =>
      opener.transact({ ...useOf(caller.partnerId, scope), bulk }, timeouts, (lockMs) => {
        works = [];
        return attempt({ ...timeouts, lockMs }, traced);
      });
    const result = await (tracer
      ? tracer.span("transaction", membersOf(scope, bulk), ({ traceparent, isSampled }) =>
          transact(isSampled ? { ...rest, traceparent } : rest),
        )
      : transact(rest));
    for (const then of works) await then(caller.sql);
    return result;
  }

  type Statements = "query" | "execute" | "keepPlans";

  function withPrisma<T>(given: Timeouts, work: (tx: Pick<Tx, "prisma" | Statements>) => Promise<T>): Promise<T> {
    // The server ends a statement before the client gives it up: Prisma would use the connection again, inside the open transaction.
    const timeouts = { ...given, statementMs: Math.min(given.statementMs, PRISMA_DEAD_AFTER_MS - 20_000) };
    const attempt = async (inner: Prisma.TransactionClient) => {
      const statements = prismaStatements(inner, distributed);
      await statements.execute(setTimeouts(timeouts));
      return work({ prisma: inner, ...statements });
    };
    // Every statement has its own timeout. This one is for a transaction with very many statements.
    const timeout = Math.max(60_000, 4 * timeouts.statementMs);
    return prisma.$transaction(attempt, { maxWait: 5_000, timeout });
  }

  const withPg = <T>(
    timeouts: Timeouts,
    isBulk: boolean,
    work: (tx: Pick<PgTx, "client" | Statements>) => Promise<T>,
  ) => sqlTransaction(pool, { timeouts, isBulk, isPrepared: isDirect, isDistributed: distributed }, work);

  /**
   * Single statements of a partner. Each takes a connection of the partner's share. The database's `statement_timeout` ends a long
   * read (`setDefaults`). A write runs in its own transaction, which limits its waits for locks.
   */
  function singleStatements(partnerId: string): { sql: Sql; prisma: PrismaClient } {
    const use = { share: partnerId };
    const read = <T>(work: () => Promise<T>): Promise<T> =>
      opener.connected(use, performance.now() + usual.waitMs, work);
    const write = <T>(work: (timeouts: Timeouts) => Promise<T>): Promise<T> =>
      opener.transact(use, usual, (lockMs) => work({ ...usual, lockMs }));
    const limited = prisma.$extends({
      query: {
        $allOperations: ({ model, operation, args, query }) => {
          if (PRISMA_READ.test(operation)) return read(() => query(args));
          return write((timeouts) => withPrisma(timeouts, (tx) => callPrisma(tx.prisma, model, operation, args)));
        },
      },
    });
    return {
      prisma: limited as unknown as PrismaClient,
      sql: {
        query: (text, values) =>
          isWrite(text)
            ? write((timeouts) => withPg(timeouts, false, (tx) => tx.query(text, values)))
            : read(() => sql.query(text, values)),
      },
    };
  }

  function view(partnerId: string | undefined): Database {
    const single = partnerId === undefined ? { sql, prisma } : singleStatements(partnerId);
    const caller: Caller = { partnerId, sql: single.sql };
    return {
      ...caller.sql,
      prisma: single.prisma,
      pool,
      transaction: (scope, work, options = {}) =>
        open(caller, scope, options, (timeouts, rest) => withPrisma(timeouts, (tx) => work({ ...tx, ...rest }))),
      sqlTransaction: (scope, work, options = {}) =>
        open(caller, scope, options, (timeouts, rest) => withPg(timeouts, false, (tx) => work({ ...tx, ...rest }))),
      bulkTransaction: (scope, bulk, work, options = {}) =>
        open(caller, scope, { ...options, bulk }, (timeouts, rest) =>
          withPg(timeouts, true, (tx) => work({ ...tx, ...rest })),
        ),
      inQueue: (name, work) =>
        opener.inQueue(
          { share: partnerId, queue: `${partnerId ?? ""} ${name}` },
          performance.now() + longTimeouts.waitMs,
          work,
        ),
      shareOf,
      usedBy: (id) => ({ connections: opener.held(id), waiting: opener.waiting(id) }),
      poolUse: () => ({
        inUse: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount + opener.allWaiting,
      }),
      close,
    };
  }

  /** Cached per partner, because creating an extension of Prisma costs more than a call. Counters are not cached here. */
  const shares = new LRUCache<string, Database>({ max: MAX_SHARES });
  function shareOf(partnerId: string): Database {
    const known = shares.get(partnerId);
    if (known) return known;
    const made = view(partnerId);
    shares.set(partnerId, made);
    return made;
  }

  /** Whether `npm run distribute` has distributed the tables over several machines. Known after the first transaction has asked. */
  let distributed = false;
  let asked: Promise<boolean> | undefined;
  function isDistributed(): Promise<boolean> {
    asked ??= sql.query<{ found: boolean }>(isDistributedSql).then(
      (rows) => (distributed = one(rows).found),
      (error) => {
        asked = undefined;
        throw error;
      },
    );
    return asked;
  }

  async function close(): Promise<void> {
    notices.close();
    await prisma.$disconnect();
    await pool.end();
  }

  return view(undefined);
}

const NO_RETAILER = "00000000-0000-0000-0000-000000000000";

/**
 * Loads Prisma's query compiler (about 40 MB and 150 ms), and compiles the read of a retailer, which most calls begin with. So no
 * caller waits for the first call of a process. A database that cannot be reached is no error.
 */
export async function warmUp(db: Database): Promise<void> {
  await db.prisma.retailer.findUnique({ where: { id: NO_RETAILER } }).catch(() => undefined);
}
