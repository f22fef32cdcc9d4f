import { malformedJson } from "./json-texts.ts";
import { textOf } from "./json-value.ts";
import { type LineRejection, shown } from "./line-rejection.ts";

/** Names that are of no use are remembered up to this number. */
const REMEMBERED = 1_000;

/** Which member of an object is which column. */
export class JsonMembers {
  /** The columns' names. A name that comes later can be added, where somebody wants it. */
  readonly names: string[];
  readonly #positions = new Map<string, number>();
  readonly #wants: (name: string, position: number) => boolean;

  /** @param wants whether a name is to be the next column */
  constructor(names: string[], wants: (name: string, position: number) => boolean) {
    this.names = names;
    this.#wants = wants;
    for (const [position, name] of names.entries()) this.#positions.set(name, position);
  }

  /** @returns position of a member's column; -1: it has none */
  #positionOf(name: string): number {
    const known = this.#positions.get(name);
    if (known !== undefined) return known;
    const isWanted = this.#wants(name, this.names.length);
    const position = isWanted ? this.names.push(name) - 1 : -1;
    if (isWanted || this.#positions.size < REMEMBERED) this.#positions.set(name, position);
    return position;
  }

  /** The fields of an object in the order of the names; empty where it has none. */
  fieldsOf(object: Record<string, unknown>): string[] {
    const fields = new Array<string>(this.names.length).fill("");
    for (const name of Object.keys(object)) {
      const position = this.#positionOf(name);
      if (position >= 0) fields[position] = textOf(object[name]) ?? "";
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
