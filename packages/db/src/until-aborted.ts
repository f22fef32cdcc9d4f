import { AsyncLocalStorage } from "node:async_hooks";
import { connect } from "node:net";
import type pg from "pg";
import type { Database } from "./database.ts";
import { run } from "./sql.ts";

/** Code of a CancelRequest (PostgreSQL, "Frontend/Backend Protocol", Message Formats). */
const CANCEL = 80_877_102;
const PATIENCE_MS = 2_000;

/** Fields of a `pg` connection that its types leave out. */
interface Backend {
  processID: number;
  secretKey: number;
  connection: { stream: { remoteAddress?: string; remotePort?: number } };
}

/**
 * Asks the server to cancel the statement of a connection. The request uses a new connection that does not count against the
 * server's limit. Resolves when the server has the request or is unreachable; the statement then runs until its timeout.
 */
function cancel(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, connection } = client as unknown as Backend;
  const { remoteAddress, remotePort } = connection.stream;
  if (remoteAddress === undefined || remotePort === undefined) return Promise.resolve();
  const request = Buffer.alloc(16);
  request.writeInt32BE(request.length, 0);
  request.writeInt32BE(CANCEL, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return new Promise((resolve) => {
    // The server ends the connection. PgBouncer forgets a request whose sender ends it.
    const socket = connect(remotePort, remoteAddress, () => socket.write(request));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on("error", () => undefined).on("close", () => resolve());
    socket.resume();
  });
}

/** The caller of the current statement, who may disconnect. */
export const callers = new AsyncLocalStorage<AbortSignal>();

/**
 * `Sql.query` on a connection of a pool. Cancels the statement when the signal is aborted. Does not send the statement if that
 * happens during the wait for a connection.
 */
export async function runUntilAborted<Row>(
  pool: pg.Pool,
  text: string,
  values: unknown[] | undefined,
  signal: AbortSignal,
): Promise<Row[]> {
  signal.throwIfAborted();
  const client = await pool.connect();
  let cancelling: Promise<void> | undefined;
  let broken: Error | undefined;
  // Without this listener, the error of a connection in use would end the process.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  const onAbort = (): void => {
    cancelling = cancel(client);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await run<Row>(client, text, values);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await cancelling;
    // A late cancel would hit the next statement, so this connection is not used again.
    client.release(broken ?? cancelling !== undefined);
    client.removeListener("error", onError);
  }
}

/**
 * The same database for a caller that can disconnect. After an abort, running statements of `query` are cancelled and waiting ones
 * are not sent. Transactions and Prisma continue.
 */
export function untilAborted(db: Database, signal: AbortSignal): Database {
  return {
    ...db,
    query: (text, values) => callers.run(signal, () => db.query(text, values)),
    shareOf: (partnerId) => untilAborted(db.shareOf(partnerId), signal),
  };
}
