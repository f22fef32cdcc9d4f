import type { Condition } from "./stock-line.ts";

/** Why a line is rejected. */
export interface LineRejection {
  /** The wrong field, or null for the whole line. */
  field: string | null;
  code: string;
  message: string;
  /** The received value, cut to 200 characters. */
  value: string | null;
}

/** Maximum length of a line in UTF-8 bytes without the newline. A quote must close within the same length. */
export const LONGEST_RECORD = 2 << 20;

/** A text for a rejection: short, and in characters that PostgreSQL can store. */
export function shown(value: string): string {
  return value.slice(0, 200).replaceAll("\0", "\u2400").toWellFormed();
}

/** @param head the first UTF-8 bytes of the line */
export function lineTooLong(head: Buffer): LineRejection {
  const message = `The line is longer than ${LONGEST_RECORD.toLocaleString("en")} bytes.`;
  return { field: null, code: "line_too_long", message, value: shown(head.toString("utf8", 0, 800)) };
}

export function unclosedQuote(line: string): LineRejection {
  const message = "A quote is opened in this line and never closed.";
  return { field: null, code: "unclosed_quote", message, value: shown(line) };
}

/** A valid line of a stock feed. */
export interface FeedLine {
  /** The position in the file, as in `FeedRecord`. */
  line: number;
  /** The trimmed barcode in UTF-8 lies from `start` to `end`. */
  bytes: Uint8Array;
  start: number;
  end: number;
  /** Price in hundredths: an exact integer from 1 to 999,999,999,999. */
  pence: number;
  /** Quantity in thousandths: an exact integer, its magnitude at most 9,999,999,999,999. */
  thousandths: number;
  /** ISO 4217 in capitals; null if the line has no currency. */
  currency: string | null;
  condition: Condition | null;
}

/** Receives the lines of a stock feed. Line numbers only increase. */
export interface StockLineSink {
  /** A valid line. The object and its bytes are reused for the next line, so copy the values that you keep. */
  line(line: FeedLine): void;
  /**
   * A rejected line.
   * @param barcode the line's barcode if it is readable; its item counts as named
   * @param rejection undefined after the first 10,000, which are only counted
   */
  rejected(line: number, barcode: string | null, rejection: LineRejection | undefined): void;
  /** Awaited after each piece of about 64 KiB. */
  flush(): Promise<void> | void;
}
