import type { PgTx } from "@highstreet/db";
import { from } from "pg-copy-streams";

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
  const copy = tx.client.query(from(`COPY ${target} FROM STDIN`));
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  copy.once("finish", resolve);
  // Listens to every error, because an error without a listener ends the process.
  copy.on("error", (error: Error) => {
    isOver = true;
    reject(error);
  });
  // `write` and the end report the failure.
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
