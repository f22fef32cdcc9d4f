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
  /** Up to here a record was looked through that was given up, with its state there, and the line that is there. */
  #far = -1;
  #farState = AT_START;
  #farLine = 0;
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

  /** Gives up the record that was begun, and keeps what was seen: the next ones need not look at the same bytes. @param line its own */
  giveUp(line: number): void {
    this.#far = this.#at;
    this.#farState = this.#state;
    this.#farLine = line + this.newlines;
    this.reset();
  }

  /** The queue's bytes have moved. */
  move(by: number): void {
    if (this.#at >= 0) this.#at += by;
    if (this.#far >= 0) this.#far += by;
  }

  /** @returns the newline that ends the record at the queue's start, line `line`; -1: not there yet, or the record is too long */
  findEnd({ bytes, start, end }: ByteQueue, line: number): number {
    const stop = Math.min(end, start + LONGEST_RECORD + 1);
    let state = this.#state;
    let at = this.#at < 0 ? start : this.#at;
    for (; at < stop; at++) {
      const byte = bytes[at];
      if (state === QUOTED) {
        if (byte === QUOTE) state = AFTER_QUOTE;
        else if (byte === this.#newline) {
          this.newlines++;
          // The record that was given up stood within quotes here, too: from here on both are one.
          if (at < this.#far) {
            state = this.#farState;
            this.newlines = this.#farLine - line;
            at = this.#far - 1;
          }
        }
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
