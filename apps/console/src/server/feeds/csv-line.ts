/** Beginnings of cells that a spreadsheet takes for formulas (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r\n]/;

function cell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV (RFC 4180) for a spreadsheet. A text that looks like a formula gets a `'` at its start. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
