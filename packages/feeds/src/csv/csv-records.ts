import { ByteQueue } from "../byte-queue.ts";
import { type LineRejection, lineTooLong, MAX_RECORD_BYTES, unclosedQuote } from "../lines/feed-line.ts";
import { QuotedRecord, type Reading } from "./quoted-record.ts";

export class Fields {
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

function split(record: string, delimiter: string, fields: Fields): void {
  fields.begin();
  for (let at = 0; at >= 0; ) {
    const end = record.indexOf(delimiter, at);
    if (fields.isRead) fields.add(end < 0 ? record.slice(at) : record.slice(at, end));
    else fields.skip();
    at = end < 0 ? -1 : end + 1;
  }
}

/** Both are ASCII characters. */
export interface CsvDialect {
  delimiter: string;
  /** `\r` in a file whose first line ends with it, otherwise `\n`. One `\r` before `\n` is removed. */
  newline: "\n" | "\r";
}

const delimiters = [",", ";", "\t", "|"];

/** The newline of a file, from its start. Excel for Mac ends lines with `\r` and writes `\n` within cells. */
export function findNewline(head: string): CsvDialect["newline"] {
  // Only a quote at the start of a field opens a text.
  const unquoted = head.includes("\n") ? head.replace(/(?<![^,;\t|\r\n ])"(?:[^"]|"")*(?:"|$)/g, "") : head;
  return /\r+\n|\r|\n/.exec(unquoted)?.[0] === "\r" ? "\r" : "\n";
}

/** The delimiter that splits the first line of a text, without quoted text, into the most parts. */
export function findDelimiter(text: string, newline: CsvDialect["newline"]): string {
  const [line = ""] = text.trimStart().split(newline, 1);
  // The names of a spreadsheet can have newlines.
  const [header = ""] = (isOpen(line) ? text.trimStart() : line).replace(/"[^"]*"/g, "").split(newline, 1);
  const parts = (delimiter: string): number => header.split(delimiter).length;
  return delimiters.reduce((best, next) => (parts(next) > parts(best) ? next : best));
}

export function isOpen(line: string): boolean {
  return line.split('"').length % 2 === 0;
}

/** The width of a header without blank names at its end. */
export const namedWidth = (names: readonly string[]): number => names.findLastIndex((name) => name.trim() !== "") + 1;

export interface CsvSink {
  /** @param line the first line, from 1 @param width the number of all fields @param isLoose as in `FeedRecord` */
  record(line: number, fields: string[], width: number, isLoose: boolean): void;
  broken(line: number, rejection: LineRejection): void;
}

/** Number of bytes per step. The garbage of a larger step outlives the collections of the young generation. */
const STEP = 1 << 13;
const QUOTE = 34;
const CARRIAGE_RETURN = 13;
/** Ctrl-Z, the end of a file of DOS. */
const END_OF_FILE = 26;
const blank = /^\s*$/;

/**
 * Reads CSV (RFC 4180) from pieces of UTF-8. Blank lines are skipped. A quote counts only at the start of a field, behind blanks. If the
 * quotes of a record are damaged or do not close within 2 MiB, its first line is read alone or broken, and reading continues with the
 * next line.
 */
export class CsvRecords {
  readonly #queue = new ByteQueue();
  readonly #delimiter: string;
  readonly #newline: number;
  readonly #sink: CsvSink;
  readonly #fields: Fields;
  readonly #quoted: QuotedRecord;
  records = 0;
  #line = 1;
  #openLines = 0;
  #openBytes = 0;
  #complete = 0;
  /** The position of the next quote. A position before the queue's start is outdated. */
  #nextQuote = -1;
  #isLast = false;
  #skips = false;

  /**
   * @param options.positions the selected columns; undefined for all
   * @param options.line the number of the first line, from 1
   * @param options.widths the numbers of fields that lines have. With them, quotes are judged by the number of fields
   */
  constructor(
    dialect: CsvDialect,
    sink: CsvSink,
    options: { positions?: readonly number[]; line?: number; widths?: readonly number[] } = {},
  ) {
    this.#delimiter = dialect.delimiter;
    this.#newline = dialect.newline.charCodeAt(0);
    this.#sink = sink;
    this.#line = options.line ?? 1;
    this.#fields = new Fields(options.positions);
    this.#quoted = new QuotedRecord(dialect, this.#fields, options.widths ?? []);
  }

  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const queue = this.#queue;
    queue.add(piece);
    this.#complete = queue.bytes.lastIndexOf(this.#newline, queue.end - 1) + 1;
    this.#nextQuote = -1;
  }

  end(): void {
    this.#isLast = true;
    const queue = this.#queue;
    while (queue.length && queue.bytes[queue.end - 1] === END_OF_FILE) queue.end--;
    if (queue.length) this.push(Uint8Array.of(this.#newline));
  }

  /** Reads about 8 KiB. @returns whether more complete lines are queued */
  read(): boolean {
    const queue = this.#queue;
    const { bytes } = queue;
    const stop = Math.min(queue.start + STEP, this.#complete);
    while (queue.start < stop) {
      if (!this.#readLine(bytes.indexOf(this.#newline, queue.start))) return false;
    }
    if (queue.start < this.#complete) return true;
    if (this.#skips || queue.length > MAX_RECORD_BYTES) this.#skip(queue.end);
    return false;
  }

  #readLine(newline: number): boolean {
    const queue = this.#queue;
    let lines = 1;
    let end = newline;
    if (this.#skips || newline - queue.start > MAX_RECORD_BYTES) {
      this.#skip(newline);
      this.#skips = false;
    } else if (!this.#hasQuote(newline)) {
      const text = this.#text(newline);
      if (!blank.test(text)) {
        split(text, this.#delimiter, this.#fields);
        this.#take(false);
      }
    } else {
      const reading = this.#readQuoted();
      if (reading === "open") return false;
      if (reading === "whole") {
        lines = this.#openLines;
        end = queue.start + this.#openBytes - 1;
      }
      if (reading === "whole" || this.#quoted.readAlone(this.#text(newline))) this.#take(this.#quoted.isLoose);
      else {
        this.#sink.broken(this.#line, unclosedQuote(this.#text(newline)));
        this.#quoted.isDoubtful = true;
      }
      this.#openLines = 0;
      this.#openBytes = 0;
    }
    this.#line += lines;
    this.records++;
    queue.start = end + 1;
    return true;
  }

  /** Reads the record at the queue's start, whose first line has a quote. @returns `open` if it needs more bytes */
  #readQuoted(): Reading {
    const { bytes, start, length } = this.#queue;
    let reading: Reading = "open";
    while (reading === "open") {
      const from = start + this.#openBytes;
      const end = from < this.#complete ? bytes.indexOf(this.#newline, from) : -1;
      if (end < 0 && !this.#isLast && length <= MAX_RECORD_BYTES) return reading;
      if (end < 0 || end - start > MAX_RECORD_BYTES) return "damaged";
      const line = bytes.toString("utf8", from, end);
      reading = this.#openLines === 0 ? this.#quoted.begin(line) : this.#quoted.goOn(line);
      this.#openLines++;
      this.#openBytes = end + 1 - start;
    }
    return reading;
  }

  #take(isLoose: boolean): void {
    this.#sink.record(this.#line, this.#fields.value, this.#fields.width, isLoose);
    this.#quoted.keepWidth(this.#fields.width);
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

  /** Without the `\r` before the newline. */
  #text(newline: number): string {
    const { bytes, start } = this.#queue;
    const hasReturn = newline > start && bytes[newline - 1] === CARRIAGE_RETURN;
    return bytes.toString("utf8", start, hasReturn ? newline - 1 : newline);
  }
}
