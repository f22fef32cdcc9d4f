import type { RejectedLine, StockLine } from "./stock-line.ts";

export interface LineRejection {
  /** The wrong field, or null for the whole line. */
  field: string | null;
  code: string;
  message: string;
  /** The received value, cut to 200 characters. */
  value: string | null;
}

/** Of a line in UTF-8 bytes without the newline. A quote must close within the same length. */
export const MAX_RECORD_BYTES = 2 << 20;

/** A text for a rejection, as PostgreSQL can store it. The reader of JSON puts a NUL before a value that is no text. It is left out. */
export function shown(value: string): string {
  return value.slice(0, 200).replace(/^\0/, "").replaceAll("\0", "\u2400").toWellFormed();
}

export function lineTooLong(head: Buffer): LineRejection {
  const message = `The line is longer than ${MAX_RECORD_BYTES.toLocaleString("en")} bytes.`;
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

/** Wrong values of product data, or sales that cannot count, with the same reason. Their lines stay valid. */
export interface DroppedValues {
  /** null: all product data from the line on. */
  field: string | null;
  code: string;
  message: string;
  lines: number;
  /** The first of these lines, and its value. */
  line: number;
  value: string | null;
}

/** Counts by field and code, so that their number does not grow with the feed. */
export class DroppedCounts {
  readonly #byReason = new Map<string, DroppedValues>();

  get all(): DroppedValues[] {
    return [...this.#byReason.values()];
  }

  add(line: number, { field, code, message, value }: LineRejection): void {
    const reason = `${field} ${code}`;
    const known = this.#byReason.get(reason);
    if (known) known.lines++;
    else this.#byReason.set(reason, { field, code, message, lines: 1, line, value });
  }
}

/** Further rejected lines are only counted. */
export const MAX_KEPT = 10_000;

export interface FeedRejection extends LineRejection {
  line: number;
}

export interface Rejected {
  rejectedLines: number;
  rejections: FeedRejection[];
}

export class RejectedLines implements Rejected {
  rejectedLines = 0;
  readonly rejections: FeedRejection[] = [];

  add(line: number, { field, code, message, value }: LineRejection): void {
    this.rejectedLines++;
    if (this.rejections.length < MAX_KEPT) this.rejections.push({ line, field, code, message, value });
  }

  get result(): Rejected {
    return { rejectedLines: this.rejectedLines, rejections: this.rejections };
  }
}
