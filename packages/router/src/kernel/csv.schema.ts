import { protectFormulas } from "@highstreet/feeds/text.ts";

function cell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = protectFormulas(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV (RFC 4180) for a spreadsheet, which takes no text for a formula (`protectFormulas`). */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
