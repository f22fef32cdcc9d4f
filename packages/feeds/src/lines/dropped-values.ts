import type { LineRejection } from "./feed-line.ts";

/** Wrong values of product data, or sales that cannot count, with the same reason. Their lines stay valid. */
export interface DroppedValues {
  /** The field; null for all product data from a line on. */
  field: string | null;
  code: string;
  message: string;
  /** Number of lines with such a value. */
  lines: number;
  /** The first of these lines, and its value, cut to 200 characters. */
  line: number;
  value: string | null;
}

/** Counts dropped values by field and code. So their number does not grow with the feed. */
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
