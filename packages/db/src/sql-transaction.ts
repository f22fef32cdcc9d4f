import type pg from "pg";
import { type PgTx, type Sql, type SqlTx, statementOf } from "./sql.ts";
import { setTimeouts, type Timeouts } from "./timeouts.ts";

/** Time without an answer, after the timeout of a statement, until a connection counts as dead. */
const DEAD_AFTER_MS = 10_000;
const IN_FAILED_TRANSACTION = "25P02";

interface Options {
  timeouts: Timeouts;
  /** Whether the work needs COPY, which cannot share a connection with other statements. */
  isBulk: boolean;
  isPrepared: boolean;
  isDistributed: boolean;
}

/** Runs `work` on a connection of the pool between BEGIN and COMMIT. Statements that do not wait for each other go out together. */
export async function sqlTransaction<T>(
  pool: pg.Pool,
  { timeouts, isBulk, isPrepared, isDistributed }: Options,
  work: (tx: Pick<PgTx, "client" | "query" | "execute" | "keepPlans">) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let failure: unknown;
  let isOver = false;
  const onError = (error: Error): void => {
    broken = error;
  };
  // Without this listener, the error of a connection in use would end the process.
  client.on("error", onError);
  const query_timeout = timeouts.statementMs ? timeouts.statementMs + DEAD_AFTER_MS : undefined;
  const send = (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    // Its types lack the option `query_timeout` of a statement.
    const timed = { query_timeout, ...statement };
    return client.query(timed);
  };
  const turns = isBulk ? inTurn() : <Done>(work: () => Promise<Done>) => work();
  const query = async <Row>(text: string, values?: unknown[]): Promise<Row[]> => {
    const sent = turns(async () => {
      // Another transaction may use the connection now.
      if (isOver) throw new Error("the transaction is over");
      return send(statementOf(text, values, isPrepared));
    });
    try {
      return (await sent).rows as Row[];
    } catch (error) {
      failure ??= error;
      // Statements that went out after the one that failed only say that the transaction is aborted.
      throw (error as pg.DatabaseError).code === IN_FAILED_TRANSACTION ? failure : error;
    }
  };
  const sql = statementsOf(query, isDistributed);
  setPipeline(client, !isBulk);
  try {
    const [, result] = await Promise.all([sql.execute(`BEGIN; ${setTimeouts(timeouts)}`), work({ client, ...sql })]);
    isOver = true;
    const { command } = await send({ text: "COMMIT" });
    if (command !== "COMMIT") throw new Error("a statement of the transaction has failed, so nothing is committed");
    return result;
  } catch (error) {
    isOver = true;
    if (isWithoutAnswer(error)) {
      broken = error;
      throw error;
    }
    // Also waits for the answers of statements that nobody waits for any more.
    await send({ text: "ROLLBACK" }).catch((unanswered: Error) => {
      broken = unanswered;
    });
    throw error;
  } finally {
    setPipeline(client, false);
    // A connection without an answer, or that cannot roll back, is closed. The server then rolls back.
    client.release(broken);
    client.removeListener("error", onError);
  }
}

/** Whether `pg` gave a statement up, which may still run on the server. */
const isWithoutAnswer = (error: unknown): error is Error =>
  error instanceof Error && error.message === "Query read timeout";

/** The statements of a transaction of either kind. @param execute runs a statement without rows; default: as one with rows */
export function statementsOf(
  query: Sql["query"],
  isDistributed: boolean,
  execute: Sql["query"] = query,
): Pick<SqlTx, "query" | "execute" | "keepPlans"> {
  /** For each SET, a distributed database repeats the whole text on its machines. Such texts have no semicolon in a literal. */
  const inParts =
    (run: Sql["query"]): Sql["query"] =>
    async <Row>(text: string, values?: unknown[]) => {
      if (!isDistributed || !text.includes("SET LOCAL")) return run<Row>(text, values);
      const answers = await Promise.all(text.split(";").map((part) => run<Row>(part)));
      return answers.at(-1) ?? [];
    };
  const statements = {
    query: inParts(query),
    execute: async (text: string, values?: unknown[]) => void (await inParts(execute)(text, values)),
  };
  const keepPlans = async () => {
    if (!isDistributed) await statements.execute("SET LOCAL plan_cache_mode = force_generic_plan");
  };
  return { ...statements, keepPlans };
}

/** Runs each work after the one before it: a connection without a pipeline takes one statement at a time. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Sets whether the connection sends a statement before earlier ones are answered, while none runs. COPY needs it off. */
function setPipeline(client: pg.PoolClient, pipeline: boolean): void {
  // The option of `pg.ClientConfig`. `pg` reads it for every statement, although its type says `readonly`.
  (client as { pipeline: boolean }).pipeline = pipeline;
}
