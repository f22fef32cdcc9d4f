import { DomainError } from "@highstreet/router";
import { pathOf } from "./problem.ts";

/** Text parameters. A repeated parameter is an array. `page[size]=2` is `{page: {size: "2"}}`. */
export type Query = Record<string, unknown>;

const nested = /^([^[\]]+)\[([^[\]]+)\]$/;

export function malformed(pointer: string, code: string, message: string): DomainError {
  return new DomainError("MalformedRequest", `${pointer}: ${message}`, { errors: [{ pointer, code, message }] });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError)
      throw new DomainError("MalformedRequest", "The query is not valid URL encoding of UTF-8.");
    throw error;
  }
}

/** An object without a prototype, so that `__proto__` is a name like any other. */
const bare = (): Query => Object.create(null) as Query;

function add(into: Query, name: string, value: string): void {
  const before = into[name];
  if (Array.isArray(before)) before.push(value);
  else into[name] = before === undefined ? value : [before, value];
}

/**
 * @param reserved names that the procedure's input uses for other values; as parameters they are unknown
 * @throws MalformedRequest for wrong URL encoding, a reserved name, and a name that is both a value and a group
 */
export function queryOf(url: string, reserved: ReadonlySet<string>): Query {
  const query = bare();
  for (const pair of url.slice(pathOf(url).length + 1).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const key = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1));
    const [, group, member] = nested.exec(key) ?? [];
    const name = group ?? key;
    if (reserved.has(name)) {
      throw malformed(
        `?${key}`,
        "UnknownField",
        `"${key.slice(0, 80)}" is not known here; leave it out or correct its spelling`,
      );
    }
    const known = query[name];
    const isGroup = typeof known === "object" && !Array.isArray(known);
    if (known !== undefined && isGroup !== (member !== undefined))
      throw malformed(`?${key}`, "InvalidValue", "is given twice");
    if (member !== undefined) query[name] ??= bare();
    add(member === undefined ? query : (query[name] as Query), member ?? name, value);
  }
  return query;
}
