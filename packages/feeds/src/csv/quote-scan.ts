import type { ByteQueue } from "../byte-queue.ts";
import { LONGEST_RECORD } from "../lines/feed-line.ts";
import type { CsvDialect } from "./csv-records.ts";

const QUOTE = 34;

/** The state of a byte in a record. A quote opens a field only at its start. After the closing quote the field continues unquoted. */
const AT_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const AFTER_QUOTE = 3;

/** Finds the end of a record with newlines in quoted fields. Continues at its last position when more bytes arrive. */
export class QuoteScan {
  /** Newlines in the scanned part of the record. */
  newlines = 0;
  #at = -1;
  #state = AT_START;
  /** The end of the scan of an abandoned record, its state there and its line there. */
  #far = -1;
  #farState = AT_START;
  #farLine = 0;
  readonly #delimiter: number;
  readonly #newline: number;

  constructor({ delimiter, newline }: CsvDialect) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#newline = newline.charCodeAt(0);
  }

  reset(): void {
    this.#at = -1;
    this.#state = AT_START;
    this.newlines = 0;
  }

  /** Abandons the record but keeps the state of the scan, so that no byte is scanned twice. @param line the record's line */
  giveUp(line: number): void {
    this.#far = this.#at;
    this.#farState = this.#state;
    this.#farLine = line + this.newlines;
    this.reset();
  }

  /** Adjusts the positions after the queue's bytes moved. */
  move(by: number): void {
    if (this.#at >= 0) this.#at += by;
    if (this.#far >= 0) this.#far += by;
  }

  /** @returns the newline that ends the record at the queue's start, or -1 if it is missing or the record is too long */
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
          // The abandoned record was also inside quotes here, so both scans are equal from here on.
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
