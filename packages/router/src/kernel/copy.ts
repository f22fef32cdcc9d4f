import type { PgTx } from "@highstreet/db";
import { from as copyFrom, to as copyOut } from "pg-copy-streams";

/** A running COPY into a table. The connection accepts no other statement until the COPY ends. */
export interface Copy {
  /** Resolves when the stream accepts more. The caller must not change the piece afterwards. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Resolves when the server has all rows. */
  end(): Promise<void>;
  /** Cancels the COPY. The transaction must then roll back. */
  abort(): void;
}

/**
 * Starts to send rows. A database error at any moment (cancel, terminate, full disk) only rejects `write` and `end`.
 * @param target the table and its columns
 * @param format the COPY format of the rows
 */
export function openCopy(tx: Pick<PgTx, "client">, target: string, format: "text" | "binary" = "text"): Copy {
  const copy = tx.client.query(copyFrom(`COPY ${target} FROM STDIN (FORMAT ${format})`));
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  let isOver = false;
  copy.once("finish", resolve);
  // Listens to every error, because an error without a listener ends the process.
  copy.on("error", (error: Error) => {
    isOver = true;
    reject(error);
  });
  // `write` and `end` report the failure.
  finished.catch(() => undefined);
  return {
    write: async (piece) => {
      if (isOver) return finished;
      if (piece.length === 0 || copy.write(piece)) return;
      await Promise.race([new Promise((drained) => copy.once("drain", drained)), finished]);
    },
    end: () => {
      if (!isOver) copy.end();
      return finished;
    },
    abort: () => {
      // The stream of a COPY that the server has ended has no connection, and throws when it is destroyed.
      if (!isOver) copy.destroy();
    },
  };
}

/** Sends pieces of COPY data to a table, as fast as the server accepts them. @param target the table and its columns */
export async function copyTo(
  tx: Pick<PgTx, "client">,
  target: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  format: "text" | "binary" = "text",
): Promise<void> {
  const copy = openCopy(tx, target, format);
  try {
    for await (const piece of pieces) await copy.write(piece);
  } catch (error) {
    copy.abort();
    throw error;
  }
  await copy.end();
}

/** Streams the output of COPY for a query without parameters. */
export function copyOf(
  tx: Pick<PgTx, "client">,
  query: string,
  format: "text" | "binary" = "text",
): AsyncIterable<Buffer> {
  return tx.client.query(copyOut(`COPY (${query}) TO STDOUT (FORMAT ${format})`));
}

const NEWLINE = 10;

/**
 * Reads the rows of a query without parameters, in the text format of COPY.
 * @param row called for each row with its bytes from `start` to `end`. The bytes are valid until `row` returns.
 */
export async function readCopy(
  tx: Pick<PgTx, "client">,
  query: string,
  row: (bytes: Buffer, start: number, end: number) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of copyOf(tx, query)) {
    const bytes = rest.length ? Buffer.concat([rest, piece]) : piece;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      row(bytes, start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}
