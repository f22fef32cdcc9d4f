import { ByteQueue } from "../byte-queue.ts";
import { type LineRejection, LONGEST_RECORD, lineTooLong, unclosedQuote } from "../lines/feed-line.ts";
import { QuoteScan } from "./quote-scan.ts";

/** The field delimiter and the newline of a CSV file, two ASCII characters. */
export interface CsvDialect {
  delimiter: string;
  /** `\r` in a file without `\n`, otherwise `\n`. One `\r` before `\n` is removed. */
  newline: "\n" | "\r";
}

const delimiters = [",", ";", "\t", "|"];

/** The newline of a file, from its start. */
export function findNewline(head: string): CsvDialect["newline"] {
  return head.includes("\r") && !head.includes("\n") ? "\r" : "\n";
}

/** The delimiter that splits the first line of a text, without quoted text, into the most parts. */
export function findDelimiter(text: string, newline: CsvDialect["newline"]): string {
  const [line = ""] = text.trimStart().split(newline, 1);
  // The names of a spreadsheet can have newlines.
  const [header = ""] = (isOpen(line) ? text.trimStart() : line).replace(/"[^"]*"/g, "").split(newline, 1);
  const parts = (delimiter: string): number => header.split(delimiter).length;
  return delimiters.reduce((best, next) => (parts(next) > parts(best) ? next : best));
}

/** Whether a quote of a line closes in a later line. */
export function isOpen(line: string): boolean {
  return line.split('"').length % 2 === 0;
}

export interface CsvSink {
  /**
   * @param line the first line of the record, from 1
   * @param fields the fields of the selected columns
   * @param width the number of all fields of the record
   */
  record(line: number, fields: string[], width: number): void;
  broken(line: number, rejection: LineRejection): void;
}

/** Number of bytes per step. */
const STEP = 1 << 16;
const QUOTE = 34;
const CARRIAGE_RETURN = 13;
const blank = /^\s*$/;

/** Takes the fields of a record in order and keeps the fields of the selected columns. */
class Fields {
  readonly #indexes: Int32Array | undefined;
  readonly #empty: string[];
  #fields: string[] = [];
  width = 0;

  /** @param positions the selected columns; undefined for all */
  constructor(positions: readonly number[] | undefined) {
    this.#empty = (positions ?? []).map(() => "");
    this.#indexes = positions && new Int32Array(Math.max(0, ...positions.map((position) => position + 1))).fill(-1);
    for (const [index, position] of (positions ?? []).entries()) if (this.#indexes) this.#indexes[position] = index;
  }

  begin(): void {
    this.#fields = this.#empty.slice();
    this.width = 0;
  }

  /** Whether the next field belongs to a selected column. */
  get isRead(): boolean {
    return this.#indexes === undefined || (this.#indexes[this.width] ?? -1) >= 0;
  }

  add(field: string): void {
    this.#fields[this.#indexes?.[this.width] ?? this.width] = field;
    this.width++;
  }

  skip(): void {
    this.width++;
  }

  get value(): string[] {
    return this.#fields;
  }
}

/** Splits a record without quotes. */
function split(record: string, delimiter: string, fields: Fields): void {
  fields.begin();
  for (let at = 0; at >= 0; ) {
    const end = record.indexOf(delimiter, at);
    if (fields.isRead) fields.add(end < 0 ? record.slice(at) : record.slice(at, end));
    else fields.skip();
    at = end < 0 ? -1 : end + 1;
  }
}

/** Splits a record with quotes. Every quote is closed. */
function splitQuoted(record: string, delimiter: string, fields: Fields): void {
  fields.begin();
  for (let at = 0; at >= 0; ) {
    let field = "";
    if (record[at] === '"') {
      let close = record.indexOf('"', at + 1);
      while (record[close + 1] === '"') close = record.indexOf('"', close + 2);
      if (fields.isRead) field = record.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    const end = record.indexOf(delimiter, at);
    if (fields.isRead) fields.add(field + (end < 0 ? record.slice(at) : record.slice(at, end)));
    else fields.skip();
    at = end < 0 ? -1 : end + 1;
  }
}

/**
 * Reads CSV (RFC 4180) from pieces of UTF-8. Blank lines are skipped. A quote counts only at the start of a field. If a
 * quote does not close within 2 MiB, its line is broken and reading continues with the next line.
 */
export class CsvRecords {
  readonly #queue = new ByteQueue();
  readonly #delimiter: string;
  readonly #newline: number;
  readonly #sink: CsvSink;
  readonly #fields: Fields;
  /** Number of records, including blank and broken ones. */
  records = 0;
  /** The scan of the incomplete record at the queue's start. */
  readonly #quotes: QuoteScan;
  #line = 1;
  /** The end of the last complete line in the queue. */
  #complete = 0;
  /** The position of the next quote. A position before the queue's start is outdated. */
  #nextQuote = -1;
  #isLast = false;
  /** Whether the current line is too long and is skipped. */
  #skips = false;

  /**
   * @param options.positions the selected columns; undefined for all
   * @param options.line the number of the first line, from 1
   */
  constructor(dialect: CsvDialect, sink: CsvSink, options: { positions?: readonly number[]; line?: number } = {}) {
    this.#delimiter = dialect.delimiter;
    this.#newline = dialect.newline.charCodeAt(0);
    this.#quotes = new QuoteScan(dialect);
    this.#sink = sink;
    this.#line = options.line ?? 1;
    this.#fields = new Fields(options.positions);
  }

  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const queue = this.#queue;
    this.#quotes.move(-queue.start);
    queue.add(piece);
    this.#complete = queue.bytes.lastIndexOf(this.#newline, queue.end - 1) + 1;
    this.#nextQuote = -1;
  }

  /** Ends the input. The last line can lack its newline. */
  end(): void {
    this.#isLast = true;
    if (this.#queue.length) this.push(Uint8Array.of(this.#newline));
  }

  /** Reads about 64 KiB. @returns whether more complete lines are queued */
  read(): boolean {
    const queue = this.#queue;
    const { bytes } = queue;
    const stop = Math.min(queue.start + STEP, this.#complete);
    while (queue.start < stop) {
      if (!this.#readLine(bytes.indexOf(this.#newline, queue.start))) return false;
    }
    if (queue.start < this.#complete) return true;
    if (this.#skips || queue.length > LONGEST_RECORD) this.#skip(queue.end);
    return false;
  }

  /** @param newline the end of the line at the queue's start @returns false if the record needs more bytes */
  #readLine(newline: number): boolean {
    const queue = this.#queue;
    if (this.#skips || newline - queue.start > LONGEST_RECORD) {
      this.#skip(newline);
      this.#skips = false;
    } else if (!this.#hasQuote(newline)) {
      const text = this.#text(newline);
      if (!blank.test(text)) {
        split(text, this.#delimiter, this.#fields);
        this.#sink.record(this.#line, this.#fields.value, this.#fields.width);
      }
    } else {
      const end = this.#quotes.findEnd(queue, this.#line);
      if (end >= 0) {
        splitQuoted(this.#text(end), this.#delimiter, this.#fields);
        this.#sink.record(this.#line, this.#fields.value, this.#fields.width);
        this.records++;
        this.#line += this.#quotes.newlines + 1;
        this.#quotes.reset();
        queue.start = end + 1;
        return true;
      }
      if (!this.#isLast && queue.length <= LONGEST_RECORD) return false;
      this.#quotes.giveUp(this.#line);
      this.#sink.broken(this.#line, unclosedQuote(this.#text(newline)));
    }
    this.#line++;
    this.records++;
    queue.start = newline + 1;
    return true;
  }

  /** Skips bytes of a line that is too long. The line is reported once. */
  #skip(end: number): void {
    const queue = this.#queue;
    if (!this.#skips) this.#sink.broken(this.#line, lineTooLong(queue.bytes.subarray(queue.start, end)));
    this.#skips = true;
    queue.start = end;
  }

  #hasQuote(newline: number): boolean {
    const { bytes, start, end } = this.#queue;
    if (this.#nextQuote < start) {
      const next = bytes.indexOf(QUOTE, start);
      this.#nextQuote = next < 0 ? end : next;
    }
    return this.#nextQuote < newline;
  }

  /** The text from the queue's start to a newline, without the `\r` before the newline. */
  #text(newline: number): string {
    const { bytes, start } = this.#queue;
    const hasReturn = newline > start && bytes[newline - 1] === CARRIAGE_RETURN;
    return bytes.toString("utf8", start, hasReturn ? newline - 1 : newline);
  }
}
