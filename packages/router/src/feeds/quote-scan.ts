import type { ByteQueue } from "./byte-queue.ts";
import type { CsvDialect } from "./csv-dialect.ts";
import { LONGEST_RECORD } from "./line-rejection.ts";

const QUOTE = 34;

/** Where in a record a byte stands: a quote opens a field only at its start, and after a closing one it goes on unquoted. */
const AT_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const AFTER_QUOTE = 3;

/** Finds the end of a record whose fields may hold newlines. Goes on where it stopped when more bytes have come. */
export class QuoteScan {
  /** Newlines within the record, as of now. */
  newlines = 0;
  #at = -1;
  #state = AT_START;
  readonly #delimiter: number;
  readonly #newline: number;

  constructor({ delimiter, newline }: CsvDialect) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#newline = newline.charCodeAt(0);
  }

  /** Whether a record was begun whose end has not come. */
  get isOpen(): boolean {
    return this.#at >= 0;
  }

  reset(): void {
    this.#at = -1;
    this.#state = AT_START;
    this.newlines = 0;
  }

  /** The queue's bytes have moved. */
  move(by: number): void {
    if (this.#at >= 0) this.#at += by;
  }

  /** @returns the newline that ends the record at the queue's start; -1: not there yet, or the record is too long */
  findEnd({ bytes, start, end }: ByteQueue): number {
    const stop = Math.min(end, start + LONGEST_RECORD + 1);
    let state = this.#state;
    let at = this.#at < 0 ? start : this.#at;
    for (; at < stop; at++) {
      const byte = bytes[at];
      if (state === QUOTED) {
        if (byte === QUOTE) state = AFTER_QUOTE;
        else if (byte === this.#newline) this.newlines++;
      } else if (byte === QUOTE && state !== UNQUOTED) {
        state = QUOTED;
      } else if (byte === this.#newline) {
        return at;
      } else {
        state = byte === this.#delimiter ? AT_START : UNQUOTED;
      }
    }
    this.#at = at;
    this.#state = state;
    return -1;
  }
}
