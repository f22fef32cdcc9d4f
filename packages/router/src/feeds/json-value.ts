/** Begins the text of a value that is no text; no field that is one has it. */
const NO_TEXT = "\0";

/** A JSON value as a CSV would spell it; undefined: it says nothing. An object or array is no value of a field. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (value === null || value === undefined) return undefined;
  return typeof value === "boolean" ? String(value) : `${NO_TEXT}${JSON.stringify(value)}`;
}

/** The texts of a list that {@link textOf} spelled; undefined: it is none. */
export function listOf(text: string): string[] | undefined {
  if (!text.startsWith(`${NO_TEXT}[`)) return undefined;
  const list = parsedList(text.slice(NO_TEXT.length));
  return list?.every((entry) => typeof entry === "string") ? list : undefined;
}

function parsedList(text: string): unknown[] | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
