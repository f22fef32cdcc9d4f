import { type Fault, invalid } from "./fault.ts";

type Scalar = "string" | "int64" | "int32" | "double" | "bool" | "timestamp";
export type Type = Scalar | { oneOf: readonly string[] } | { message: Message } | { list: Type } | { anything: true };
export interface Field {
  type: Type;
  isRequired?: true;
  /** Google ignores this field in requests. We never send it. */
  isReadOnly?: true;
}
export type Message = Record<string, Field>;

export const optional = (type: Type): Field => ({ type });
export const required = (type: Type): Field => ({ type, isRequired: true });
export const output = (type: Type): Field => ({ type, isReadOnly: true });

const INT64 = /^-?[0-9]{1,19}$/;
const TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$/;
const INT32_MAX = 2 ** 31 - 1;

const isScalar: Record<Scalar, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  // Google also takes a number, which loses digits from 2^53 on. We never send one.
  int64: (value) => typeof value === "string" && INT64.test(value),
  int32: (value) => Number.isInteger(value) && Math.abs(value as number) <= INT32_MAX,
  double: (value) => typeof value === "number" && Number.isFinite(value),
  bool: (value) => typeof value === "boolean",
  timestamp: (value) => typeof value === "string" && TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value)),
};

const wrongValue = (path: string, type: string, value: unknown): Fault =>
  invalid(`Invalid value at '${path}' (TYPE_${type.toUpperCase()}), ${JSON.stringify(value)}`);

function checkValue(value: unknown, type: Type, path: string): void {
  if (typeof type === "string") {
    if (!isScalar[type](value)) throw wrongValue(path, type, value);
  } else if ("oneOf" in type) {
    if (typeof value !== "string" || !type.oneOf.includes(value)) throw wrongValue(path, "enum", value);
  } else if ("anything" in type) {
    // `checkMessage` checks lists.
  } else if ("list" in type) {
    if (!Array.isArray(value)) throw wrongValue(path, "list", value);
    for (const [index, entry] of value.entries()) checkValue(entry, type.list, `${path}[${index}]`);
  } else {
    checkMessage(value, type.message, path);
  }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/**
 * Checks a request's body against the definition of its message.
 * @throws Fault 400 in the words of Google's JSON parser
 */
export function checkMessage(body: unknown, message: Message, path = ""): asserts body is Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw wrongValue(path, "message", body);
  for (const [name, value] of Object.entries(body)) {
    const field = message[name];
    const at = path ? `${path}.${name}` : name;
    if (!field) {
      throw invalid(
        `Invalid JSON payload received. Unknown name "${name}"${path ? ` at '${path}'` : ""}: Cannot find field.`,
      );
    }
    if (field.isReadOnly) throw invalid(`${at} is output only`);
    checkValue(value, field.type, at);
  }
  for (const [name, field] of Object.entries(message)) {
    if (field.isRequired && isEmpty((body as Record<string, unknown>)[name])) {
      throw invalid(`[${path ? `${path}.` : ""}${name}] is required`);
    }
  }
}

/** Checks that a field mask names only writable fields. */
export function checkMask(mask: string | undefined, allowed: readonly string[], name = "updateMask"): string[] {
  if (!mask) throw invalid(`Request must contain a valid ${name}: it is required.`);
  const fields = mask.split(",");
  const unknown = fields.find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw invalid(`Invalid field mask provided: ${unknown}`);
  return fields;
}
