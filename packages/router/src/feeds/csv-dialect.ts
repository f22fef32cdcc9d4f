/** How a CSV file divides fields and lines: two ASCII characters. */
export interface CsvDialect {
  delimiter: string;
  /** `\r` in a file that knows no `\n`; else `\n`, before which one `\r` is left out. */
  newline: "\n" | "\r";
}

const delimiters = [",", ";", "\t", "|"];

/** Looks at the beginning of a file. The delimiter is what splits the header into the most parts, quoted text left out. */
export function findDialect(head: string): CsvDialect {
  const newline = head.includes("\r") && !head.includes("\n") ? "\r" : "\n";
  const header = (head.trimStart().split(newline, 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const parts = (delimiter: string): number => header.split(delimiter).length;
  return { delimiter: delimiters.reduce((best, next) => (parts(next) > parts(best) ? next : best)), newline };
}
