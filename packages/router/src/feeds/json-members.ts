import type { Wanted } from "./feed.ts";
import { malformedJson } from "./json-texts.ts";
import { textOf } from "./json-value.ts";
import { type LineRejection, shown } from "./line-rejection.ts";

/** Names that are of no use are remembered up to this number. */
const REMEMBERED = 1_000;

/** The selected members of objects, and the positions of their fields in a record. */
export class JsonMembers {
  readonly #indexes = new Map<string, number>();
  readonly #wants: (name: string, index: number) => boolean;
  #width = 0;

  /**
   * @param names of the header
   * @param wanted which of them are read, and which others that come later
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

  /** The fields of an object. A missing member is an empty field. */
  fieldsOf(object: Record<string, unknown>): string[] {
    const fields: string[] = [];
    for (const name of Object.keys(object)) {
      const index = this.#indexOf(name);
      if (index < 0) continue;
      while (fields.length < index) fields.push("");
      fields[index] = textOf(object[name]) ?? "";
    }
    return fields;
  }
}

function isUnsafe(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** As the text has it, where a number holds fewer digits. */
function exactly(_name: string, value: unknown, context: { source?: string }): unknown {
  return isUnsafe(value) ? context.source : value;
}

/** Reads a JSON text that must be an object. Numbers beyond 2^53 are given as the text has them. */
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
