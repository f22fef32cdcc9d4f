import { ByteQueue } from "./byte-queue.ts";
import type { CsvDialect } from "./csv-dialect.ts";
import { type LineRejection, LONGEST_RECORD, lineTooLong, unclosedQuote } from "./line-rejection.ts";
import { QuoteScan } from "./quote-scan.ts";

export interface CsvSink {
  /**
   * @param line the line of the file where the record begins, the first being 1
   * @param fields of the columns that are read
   * @param width how many fields the record has
   */
  record(line: number, fields: string[], width: number): void;
  broken(line: number, rejection: LineRejection): void;
}

/** Takes the line that begins at `at`; it has its newline. @returns where the next begins; -1: not taken */
export type TakeLine = (bytes: Uint8Array, at: number, line: number) => number;

/** So many bytes are read at a time. */
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

/** Splits a record whose quotes are all closed. */
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
 * Reads CSV (RFC 4180) from pieces of UTF-8. Blank lines are passed over; a quote counts only where a field begins; where it
 * is not closed within 2 MiB, its line is broken and reading goes on with the next.
 */
export class CsvRecords {
  readonly #queue = new ByteQueue();
  readonly #delimiter: string;
  readonly #newline: number;
  readonly #sink: CsvSink;
  readonly #take: TakeLine | undefined;
  readonly #fields: Fields;
  /** Number of records, including blank and broken ones. */
  records = 0;
  /** Of the record at the queue's start, while its end has not come. */
  readonly #quotes: QuoteScan;
  #line = 1;
  /** Up to here the queue has whole lines. */
  #complete = 0;
  /** Where the next quote comes, if it is not passed. */
  #nextQuote = -1;
  #isLast = false;
  /** Within a line that is too long to be kept. */
  #skips = false;

  /**
   * @param options.positions of the columns that are read; undefined: all are
   * @param options.take sees every line first
   */
  constructor(dialect: CsvDialect, sink: CsvSink, options: { positions?: readonly number[]; take?: TakeLine } = {}) {
    this.#delimiter = dialect.delimiter;
    this.#newline = dialect.newline.charCodeAt(0);
    this.#quotes = new QuoteScan(dialect);
    this.#sink = sink;
    this.#take = options.take;
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

  /** Nothing more comes; the last line may lack its newline. */
  end(): void {
    this.#isLast = true;
    if (this.#queue.length) this.push(Uint8Array.of(this.#newline));
  }

  /** Reads on by some 64 KiB. @returns whether there is more to read now */
  read(): boolean {
    const queue = this.#queue;
    const { bytes } = queue;
    const stop = Math.min(queue.start + STEP, this.#complete);
    const take = this.#take;
    while (queue.start < stop) {
      const next = take && !this.#skips && !this.#quotes.isOpen ? take(bytes, queue.start, this.#line) : -1;
      if (next >= 0) {
        queue.start = next;
        this.#line++;
        this.records++;
      } else if (!this.#readLine(bytes.indexOf(this.#newline, queue.start))) {
        return false;
      }
    }
    if (queue.start < this.#complete) return true;
    if (this.#skips || queue.length > LONGEST_RECORD) this.#skip(queue.end);
    return false;
  }

  /** @param newline where the line ends that begins at the queue's start @returns false: the record needs more bytes */
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

  /** Passes over bytes of a line that is too long, which is told once. */
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

  /** From the queue's start up to a newline, without the `\r` before it. */
  #text(newline: number): string {
    const { bytes, start } = this.#queue;
    const hasReturn = newline > start && bytes[newline - 1] === CARRIAGE_RETURN;
    return bytes.toString("utf8", start, hasReturn ? newline - 1 : newline);
  }
}
