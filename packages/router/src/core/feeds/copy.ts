import { longTimeouts, type PgTx } from "@highstreet/db";
import { from } from "pg-copy-streams";

/** The connection of a COPY without an answer after this time is dead. */
const MAX_COPY_MS = longTimeouts.statementMs + 10_000;

/** Writes rows in the text format of COPY. Resolves when the stream accepts more. The caller must not change the piece afterwards. */
export type WriteRows = (piece: string | Uint8Array) => Promise<void>;

/**
 * Sends the rows of `work` to a table with COPY. The connection accepts no other statement until the COPY ends. A database error at any
 * moment (cancel, terminate, full disk) only rejects `write` and the COPY. If `work` fails, the transaction must roll back.
 * @param target the table and its columns
 */
export async function copyInto<T>(
  tx: Pick<PgTx, "client">,
  target: string,
  work: (write: WriteRows) => Promise<T>,
): Promise<T> {
  // Without a limit of its own, the one of the pool would end a long COPY. `statement_timeout` limits it.
  const copy = tx.client.query(Object.assign(from(`COPY ${target} FROM STDIN`), { query_timeout: MAX_COPY_MS }));
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  copy.once("finish", resolve);
  // Listens to every error, because an error without a listener ends the process.
  copy.on("error", (error: Error) => {
    isOver = true;
    reject(error);
  });
  finished.catch(() => undefined);
  const working = work(async (piece) => {
    if (isOver) return finished;
    if (piece.length === 0 || copy.write(piece)) return;
    await Promise.race([new Promise((drained) => copy.once("drain", drained)), finished]);
  });
  // Also after a failure, so that the connection is free for statements.
  await working.catch(() => undefined);
  if (!isOver) copy.end();
  await finished;
  return working;
}
