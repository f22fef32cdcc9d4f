import type { Tx } from "@highstreet/db";
import { from as copyFrom } from "pg-copy-streams";

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (char) => escapes[char] ?? char) : text;

/** One row in COPY's text format. */
export function copyText(values: (string | null)[]): string {
  let row = "";
  for (const value of values) row += `${row === "" ? "" : "\t"}${value === null ? "\\N" : escaped(value)}`;
  return `${row}\n`;
}

/** Sends pieces of COPY text to a table, as fast as the server takes them. `target`: the table and its columns. */
export async function copyTo(tx: Tx, target: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const copy = tx.client.query(copyFrom(`COPY ${target} FROM STDIN`));
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  copy.once("finish", resolve).once("error", reject);
  try {
    for await (const piece of pieces) {
      if (piece === "" || copy.write(piece)) continue;
      await Promise.race([new Promise((drained) => copy.once("drain", drained)), finished]);
    }
    copy.end();
  } catch (error) {
    copy.destroy();
    throw error;
  }
  await finished;
}
