import type { Wanted } from "../feed.ts";
import { type LineRejection, shown } from "../lines/feed-line.ts";
import { malformedJson } from "./json-texts.ts";

/** The first character of an object's or array's text. A valid field never contains it. */
const NO_TEXT = "\0";

/** A JSON value as CSV text; undefined for null. The text of an object or array is no valid field. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (value === null || value === undefined) return undefined;
  return typeof value === "boolean" ? String(value) : `${NO_TEXT}${JSON.stringify(value)}`;
}

/** The text of a member that is a barcode. A boolean, a fraction or a number with lost digits is no valid barcode. */
export function barcodeTextOf(value: unknown): string | undefined {
  const isNone = typeof value === "boolean" || (typeof value === "number" && !Number.isSafeInteger(value));
  // `1e+22` keeps its sign, which says that digits are lost.
  return isNone && !String(value).includes("e+") ? `${NO_TEXT}${value}` : textOf(value);
}

/** The elements of a list of strings that {@link textOf} encoded; undefined for any other text. */
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

/** Maximum number of remembered names, so that unused names take bounded memory. */
const REMEMBERED = 1_000;

/** The selected members of objects, and the positions of their fields in a record. */
export class JsonMembers {
  readonly #indexes = new Map<string, number>();
  readonly #wants: (name: string, index: number) => boolean;
  #width = 0;

  /**
   * @param names the names of the header
   * @param wanted the selected names, and the rule for names that appear later
   */
  constructor(names: readonly string[], { positions, wants }: Wanted) {
    this.#wants = wants ?? (() => false);
    for (const name of names) this.#indexes.set(name, -1);
    for (const position of positions) this.#indexes.set(names[position] ?? "", this.#width++);
  }

  /** @returns the position of a member's field; -1 for a member that is not selected */
  #indexOf(name: string): number {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = this.#wants(name, this.#width) ? this.#width++ : -1;
    if (index >= 0 || this.#indexes.size < REMEMBERED) this.#indexes.set(name, index);
    return index;
  }

  /** The fields of an object, and the indexes of those that are numbers. A missing member is an empty field. */
  fieldsOf(object: Record<string, unknown>): { fields: string[]; numbers: Set<number> } {
    const fields: string[] = [];
    const numbers = new Set<number>();
    for (const name of Object.keys(object)) {
      const index = this.#indexOf(name);
      if (index < 0) continue;
      while (fields.length < index) fields.push("");
      fields[index] = textOf(object[name]) ?? "";
      if (typeof object[name] === "number") numbers.add(index);
    }
    return { fields, numbers };
  }
}

function isUnsafe(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** Keeps the source text of a number that a double cannot hold exactly. `1E30` is no such text: as a barcode it could be a code. */
function exactly(_name: string, value: unknown, context: { source?: string }): unknown {
  return isUnsafe(value) && !/e/i.test(context.source ?? "") ? context.source : value;
}

/** Parses a JSON text that must be an object. Numbers beyond 2^53 stay text, so that no digit is lost. */
export function parseObject(text: string): { object: Record<string, unknown> } | { broken: LineRejection } {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (isObject(value) && Object.values(value).some(isUnsafe)) value = JSON.parse(text, exactly as never);
  } catch (error) {
    return { broken: malformedJson(text, `This is not JSON: ${shown((error as SyntaxError).message)}.`) };
  }
  if (isObject(value)) return { object: value };
  const message = "A line must be an object with members barcode, price and quantity.";
  return { broken: { field: null, code: "not_an_object", message, value: shown(text) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
