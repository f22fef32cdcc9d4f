import { Readable } from "node:stream";

/** The first chunk is small, so that the caller soon has the first byte. */
const FIRST_CHUNK = 4 * 1024;
const CHUNK = 64 * 1024;

async function* chunksOf(first: IteratorResult<unknown>, rows: AsyncIterator<unknown>): AsyncGenerator<string> {
  let text = "[";
  let separator = "";
  let size = FIRST_CHUNK;
  for (let row = first; !row.done; row = await rows.next()) {
    text += separator + JSON.stringify(row.value);
    separator = ",";
    if (text.length < size) continue;
    yield text;
    size = CHUNK;
    text = "";
  }
  yield `${text}]`;
}

/**
 * Writes a JSON array while its rows arrive. Waits for the first row, so that an early failure still gets its own answer.
 */
export async function streamArray(rows: AsyncIterable<unknown>): Promise<Readable> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return Readable.from(chunksOf(first, iterator), { objectMode: false });
}
