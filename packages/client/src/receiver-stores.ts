import type { ReceiverStore } from "./create-receiver.ts";
import { recordCallSql } from "./receiver-stores.sql.ts";

/** For one process. After a restart, a call that comes again is handled again. */
export function memoryStore(): ReceiverStore<undefined> {
  const newest = new Map<string, number>();
  const running = new Map<string, Promise<unknown>>();
  return {
    async once(subject, sequence, handle) {
      for (let other = running.get(subject); other; other = running.get(subject)) await other;
      if (sequence <= (newest.get(subject) ?? -1)) return false;
      const run = handle(undefined);
      running.set(
        subject,
        run.catch(() => undefined),
      );
      try {
        await run;
        newest.set(subject, sequence);
        return true;
      } finally {
        running.delete(subject);
      }
    },
  };
}

/** A client of a pool, as that of `pg`. */
export interface PostgresClient {
  query: (text: string, values?: unknown[]) => Promise<{ rowCount: number | null; command: string }>;
  release: (isBroken?: boolean) => void;
  on: (event: "error", listener: () => void) => unknown;
  off: (event: "error", listener: () => void) => unknown;
}

/** Without a listener, a connection that ends would end the process. The next statement fails, too. */
const ignoreEnd = (): void => undefined;

/**
 * For any number of processes. `handle` gets the client of the transaction that records the call. What it writes with this client is
 * kept with the record, or neither is. The table: `CREATE TABLE highstreet_calls (subject text PRIMARY KEY, sequence bigint NOT NULL)`.
 * @param pool that of `pg`, or one with the same calls
 * @param table the name of the table
 */
export function postgresStore<Client extends PostgresClient>(
  pool: { connect: () => Promise<Client> },
  table = "highstreet_calls",
): ReceiverStore<Client> {
  const record = recordCallSql(table);
  return {
    async once(subject, sequence, handle) {
      const client = await pool.connect();
      client.on("error", ignoreEnd);
      let isBroken = false;
      try {
        await client.query("BEGIN");
        const isNew = (await client.query(record, [subject, sequence])).rowCount === 1;
        if (isNew) await handle(client);
        // PostgreSQL answers so if a statement of `handle` has failed, also one whose error `handle` caught.
        if ((await client.query("COMMIT")).command === "ROLLBACK") throw new Error("a statement of `handle` failed");
        return isNew;
      } catch (error) {
        await client.query("ROLLBACK").catch(() => {
          isBroken = true;
        });
        throw error;
      } finally {
        client.off("error", ignoreEnd);
        client.release(isBroken);
      }
    },
  };
}
