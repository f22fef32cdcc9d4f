import type { Spool } from "../spool.ts";
import { CsvReader, findDelimiter } from "./csv-reader.ts";

/** The part of a feed in which its first line must end. */
const LONGEST_HEADER = 1 << 16;

export interface FeedHeader {
  delimiter: string;
  names: string[];
}

/** Reads a feed's first line; an empty feed has no names. */
export async function readHeader(feed: Spool): Promise<FeedHeader> {
  let head = "";
  for await (const piece of feed.text()) {
    head += piece;
    if (head.length > LONGEST_HEADER) break;
  }
  const delimiter = findDelimiter(head);
  let names: string[] = [];
  const keep = (fields: string[]): void => {
    if (!names.length) names = fields;
  };
  const reader = new CsvReader(delimiter, { row: (_, fields) => keep(fields), unclosed: (_, text) => keep([text]) });
  reader.push(head.slice(0, LONGEST_HEADER));
  if (head.length <= LONGEST_HEADER) reader.end();
  return { delimiter, names };
}

/** What one line of a feed becomes: text for COPY (empty for none). */
export interface LineWriter {
  row(line: number, fields: string[]): string;
  unclosed(line: number, text: string): string;
}

/** Reads the lines behind the header and gives what they become, piece by piece: memory is bounded by a piece, not the feed. */
export async function* readLines(feed: Spool, header: FeedHeader, writer: LineWriter): AsyncGenerator<string> {
  let out = "";
  let isHeader = true;
  const write = (become: () => string): void => {
    if (isHeader) isHeader = false;
    else out += become();
  };
  const reader = new CsvReader(header.delimiter, {
    row: (line, fields) => write(() => writer.row(line, fields)),
    unclosed: (line, text) => write(() => writer.unclosed(line, text)),
  });
  for await (const piece of feed.text()) {
    reader.push(piece);
    if (out) yield out;
    out = "";
  }
  reader.end();
  if (out) yield out;
}
