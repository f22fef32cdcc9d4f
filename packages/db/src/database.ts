import { PrismaPg } from "@prisma/adapter-pg";
import { LRUCache } from "lru-cache";
import pg from "pg";
import { isDistributedSql } from "./distribute/distribute.sql.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { Notices } from "./notices.ts";
import { type BulkSize, Opener, useOf } from "./opener.ts";
import { setUpConnection } from "./pooled.ts";
import { inOrder, PrismaStatements } from "./prisma-sql.ts";
import type { TransactionScope } from "./scope.ts";
import { type PgTx, runOnPool, type Sql, type SqlTx, types } from "./sql.ts";
import { sqlTransaction } from "./sql-transaction.ts";
import { apart, inTurn, Statements } from "./statements.ts";
import {
  callTimeouts,
  causeOf,
  longTimeouts,
  setTimeouts,
  setTimeoutsSql,
  type Timeouts,
  timeoutValues,
} from "./timeouts.ts";
import { spanMembers, type TransactionTracer } from "./transaction-tracer.ts";
import { callers, runUntilAborted } from "./until-aborted.ts";
import { watchConnections } from "./watch-connections.ts";

/** A transaction of Prisma. Its SQL goes through Prisma, too. */
export interface Tx extends SqlTx {
  prisma: Prisma.TransactionClient;
}

/** Options of a transaction. The defaults are those of an API call. */
export interface OpenOptions extends Partial<Timeouts> {
  /** Takes one of the few slots for COPY and other long work first. Its timeouts are then `longTimeouts`. */
  bulk?: BulkSize;
}

/**
 * The database for one caller. Each transaction names its scope. It waits without a connection: in the queue of its store, then for
 * one of its partner's connections. If it waits for a lock for more than `lockMs`, it is rolled back, and `work` runs again until
 * `waitMs` have passed. So `work` must be safe to run again: it changes nothing outside of the transaction and calls no outside
 * service.
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
  /** Whether `npm run distribute` has distributed the tables over several machines. Asks the database once. */
  isDistributed(): Promise<boolean>;
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
  /** Called for an error of an idle connection, such as a stopped server. The pool opens a new connection. */
  onIdleError?: (error: Error) => void;
  /** Traces each transaction. Default: no traces. */
  tracer?: TransactionTracer | undefined;
}

/** Maximum number of partners with a cached database (`shareOf`). */
const MOST_SHARES = 10_000;

/** Frequent jobs repeat within this time, so they find open connections. A new connection costs a sign-in and a process. */
const IDLE_CONNECTION_MS = 60_000;

const PRISMA_READ = /^(find|count|aggregate|groupBy|\$queryRaw)/;
const SQL_WRITE = /\b(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|FOR (KEY )?SHARE)\b/;
const writes = new Map<string, boolean>();

/** Whether a statement writes or locks rows. Statements are constants, so each text is checked once. */
function isWrite(text: string): boolean {
  const known = writes.get(text);
  if (known !== undefined) return known;
  const found = SQL_WRITE.test(text);
  writes.set(text, found);
  return found;
}

/** Calls an operation of a model by its name. @throws Error for an operation of the client itself, such as `$executeRaw` */
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

/** The members of a transaction that both kinds share. */
type Rest = Pick<SqlTx, "afterCommit" | "notify" | "traceparent" | "isDistributed">;

/** The partner of a database (`shareOf`), and its way to run SQL. */
interface Caller {
  partnerId: string | undefined;
  sql: Sql;
}

/** Opens the database: one pool that Prisma and prepared statements share. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connections = 10, tracer } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    application_name: "highstreet",
    types,
    // The pool waits for the promise, which its types do not say.
    onConnect: setUpConnection as unknown as (client: pg.ClientBase) => void,
  });
  pool.on("error", options.onIdleError ?? (() => undefined));
  const stopWatching = watchConnections(pool, options.url);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });

  const usual: Timeouts = { ...callTimeouts, ...options.timeouts };
  const opener = new Opener({ connections });

  const sql: Sql = {
    query: (text, values) => {
      const signal = callers.getStore();
      return signal ? runUntilAborted(pool, text, values, signal) : runOnPool(pool, text, values);
    },
  };
  const notices = new Notices((channel) => sql.query("SELECT pg_notify($1, '')", [channel]));

  /** Runs transactions until they commit, and then their `afterCommit` work. */
  async function open<T>(
    caller: Caller,
    scope: TransactionScope,
    options: OpenOptions,
    attempt: (timeouts: Timeouts, rest: Rest) => Promise<T>,
  ): Promise<T> {
    const { bulk } = options;
    const timeouts: Timeouts = { ...(bulk ? longTimeouts : usual), ...options };
    let works: ((sql: Sql) => Promise<void>)[] = [];
    const rest: Rest = {
      isDistributed: await isDistributed(),
      afterCommit: (work) => void works.push(work),
      notify: (channel) => void works.push(async () => notices.notify(channel)),
    };
    const transact = (traced: Rest) =>
      opener.transact({ ...useOf(caller.partnerId, scope), bulk }, timeouts, (lockMs) => {
        works = [];
        return attempt({ ...timeouts, lockMs }, traced);
      });
    const result = await (tracer
      ? tracer.span("transaction", spanMembers(scope, bulk), ({ traceparent, isSampled }) =>
          transact(isSampled ? { ...rest, traceparent } : rest),
        )
      : transact(rest));
    for (const then of works) await then(caller.sql);
    return result;
  }

  async function withPrisma<T>(timeouts: Timeouts, work: (tx: Omit<Tx, keyof Rest>) => Promise<T>): Promise<T> {
    let statements: Statements | undefined;
    const attempt = (inner: Prisma.TransactionClient) => {
      const turns = inTurn();
      const raw = new PrismaStatements(inner);
      statements = new Statements(
        (text, values) => turns(() => raw.query(text, values)),
        (text, values) => turns(() => raw.execute(text, values)),
      );
      return statements.around(async (plain) => {
        const { query, send } = distributed ? apart(plain) : plain;
        // A distributed database passes on what SET sets, and nothing else.
        if (distributed) await query(setTimeouts(timeouts));
        else await query(setTimeoutsSql, timeoutValues(timeouts));
        return work({ prisma: inOrder(inner, turns), query, send });
      });
    };
    try {
      // Every statement has its own timeout. This one is for a transaction with very many statements.
      const timeout = Math.max(60_000, 4 * timeouts.statementMs);
      return await prisma.$transaction(attempt, { maxWait: 5_000, timeout });
    } catch (error) {
      throw causeOf(error, statements?.firstFailure);
    }
  }

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
            ? write(async (timeouts) =>
                sqlTransaction(pool, { timeouts, pipeline: true, isDistributed: await isDistributed() }, (tx) =>
                  tx.query(text, values),
                ),
              )
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
        open(caller, scope, options, (timeouts, rest) =>
          sqlTransaction(pool, { timeouts, pipeline: true, isDistributed: distributed }, (tx) =>
            work({ ...tx, ...rest }),
          ),
        ),
      bulkTransaction: (scope, bulk, work, options = {}) =>
        open(caller, scope, { ...options, bulk }, (timeouts, rest) =>
          sqlTransaction(pool, { timeouts, pipeline: false, isDistributed: distributed }, (tx) =>
            work({ ...tx, ...rest }),
          ),
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
      isDistributed,
      close,
    };
  }

  /**
   * Cached per partner, because creating an extension of Prisma costs more than a call. Counters are not cached here.
   */
  const shares = new LRUCache<string, Database>({ max: MOST_SHARES });
  function shareOf(partnerId: string): Database {
    const known = shares.get(partnerId);
    if (known) return known;
    const made = view(partnerId);
    shares.set(partnerId, made);
    return made;
  }

  /** Known after the first transaction has asked. */
  let distributed = false;
  let asked: Promise<boolean> | undefined;
  function isDistributed(): Promise<boolean> {
    asked ??= runOnPool<{ found: boolean }>(pool, isDistributedSql).then(
      ([row]) => (distributed = row?.found ?? false),
      (error) => {
        asked = undefined;
        throw error;
      },
    );
    return asked;
  }

  async function close(): Promise<void> {
    notices.close();
    stopWatching();
    await prisma.$disconnect();
    await pool.end();
  }

  return view(undefined);
}
