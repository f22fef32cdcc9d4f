import type { LineRejection } from "./line-rejection.ts";
import type { Condition } from "./stock-line.ts";

/** A valid line of a stock feed. */
export interface FeedLine {
  /** Where it stands in the file: see FeedRecord. */
  line: number;
  /** Holds the barcode as it was received, trimmed, in UTF-8: from `start` up to `end`. */
  bytes: Uint8Array;
  start: number;
  end: number;
  /** Price in hundredths: an exact integer from 1 to 999,999,999,999. */
  pence: number;
  /** Quantity in thousandths: an exact integer, its magnitude at most 9,999,999,999,999. */
  thousandths: number;
  /** ISO 4217, in capitals; null: not given. */
  currency: string | null;
  condition: Condition | null;
}

/** What takes the lines of a stock feed. Their numbers only grow. */
export interface StockLineSink {
  /** A valid line. The object and its bytes are used again for the next: copy what is kept. */
  line(line: FeedLine): void;
  /**
   * A rejected line.
   * @param barcode the line's barcode if it is readable: the item counts as seen
   * @param rejection undefined after the first 10,000, which are only counted
   */
  rejected(line: number, barcode: string | null, rejection: LineRejection | undefined): void;
  /** Awaited between pieces of some 64 KiB, and after the last. */
  flush(): Promise<void> | void;
}
