import type { RejectedLine, StockLine } from "./stock-line.ts";

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
  const message = "The quotes of this line do not enclose whole values. Write a quote within a quoted text twice.";
  return { field: null, code: "unclosed_quote", message, value: shown(line) };
}

/** Begins the message of a rejected line with its place, such as `Sheet "Toys", row 5`. Other lines stay as they are. */
export function placed<Line extends object>(line: Line, place: string | undefined): Line {
  return place !== undefined && "message" in line ? { ...line, message: `${place}: ${line.message}` } : line;
}

/** Receives the lines of a stock feed. Line numbers only increase, and count as in `FeedRecord`. */
export interface StockLineSink {
  line(line: number, read: StockLine): void;
  rejected(line: number, read: RejectedLine): void;
  /** Awaited after each piece of about 64 KiB. */
  flush(): Promise<void> | void;
}
