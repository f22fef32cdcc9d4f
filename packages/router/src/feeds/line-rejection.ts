/** Why a line was not taken. */
export interface LineRejection {
  /** The field that is wrong; null: the line as such. */
  field: string | null;
  code: string;
  message: string;
  /** What was received, cut to 200 characters. */
  value: string | null;
}

/** The longest line of a feed, in bytes of UTF-8 without the newline; also the longest that a quote may stay open. */
export const LONGEST_RECORD = 2 << 20;

/** A text as a rejection shows it: short, and storable. */
export function shown(value: string): string {
  return value.slice(0, 200).replaceAll("\0", "\u2400").toWellFormed();
}

/** @param head bytes of UTF-8 with which the line begins */
export function lineTooLong(head: Buffer): LineRejection {
  const message = `The line is longer than ${LONGEST_RECORD.toLocaleString("en")} bytes.`;
  return { field: null, code: "line_too_long", message, value: shown(head.toString("utf8", 0, 800)) };
}

export function unclosedQuote(line: string): LineRejection {
  const message = "A quote is opened in this line and never closed.";
  return { field: null, code: "unclosed_quote", message, value: shown(line) };
}
