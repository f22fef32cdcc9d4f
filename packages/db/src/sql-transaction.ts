import type pg from "pg";
import { type PgTx, run, type Sql } from "./sql.ts";
import { apart, inTurn, Statements, setPipeline, together } from "./statements.ts";
import { causeOf, setTimeouts, setTimeoutsSql, type Timeouts, timeoutValues } from "./timeouts.ts";

/**
 * Runs `work` between BEGIN, which goes out with its first statement, and COMMIT, which goes out with its last.
 * @param pipeline sends statements without waiting for earlier answers
 * @param isDistributed sends each statement of a text by itself
 */
export async function sqlTransaction<T>(
  pool: pg.Pool,
  { timeouts, pipeline, isDistributed }: { timeouts: Timeouts; pipeline: boolean; isDistributed: boolean },
  work: (tx: Omit<PgTx, "afterCommit" | "notify" | "isDistributed">) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  // Without this listener, the error of a connection in use would end the process.
  client.on("error", onError);
  const statements = new Statements(pipeline ? together(client) : oneByOne(client));
  const { query, send } = isDistributed ? apart(statements) : statements;
  setPipeline(client, pipeline);
  try {
    // A distributed database passes on what SET sets, and nothing else.
    if (pipeline && !isDistributed) {
      send("BEGIN");
      send(setTimeoutsSql, timeoutValues(timeouts));
    } else {
      // Without a query, so that the work can set the isolation level.
      send(`BEGIN; ${setTimeouts(timeouts)}`);
    }
    const result = await work({ client, query, send });
    send("COMMIT");
    await statements.end();
    return result;
  } catch (error) {
    await statements.end().catch(() => undefined);
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    const { failure, firstFailure } = statements;
    throw causeOf(failure ?? error, firstFailure);
  } finally {
    setPipeline(client, false);
    // A connection that cannot roll back is not used again.
    client.release(broken);
    client.removeListener("error", onError);
  }
}

function oneByOne(client: pg.PoolClient): Sql["query"] {
  const turns = inTurn();
  return (text, values) => turns(() => run(client, text, values));
}
