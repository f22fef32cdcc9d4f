const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (char) => escapes[char] ?? char) : text;

/** One row in COPY's text format. */
export function copyText(values: (string | null)[]): string {
  let row = "";
  for (const value of values) row += `${row === "" ? "" : "\t"}${value === null ? "\\N" : escaped(value)}`;
  return `${row}\n`;
}
