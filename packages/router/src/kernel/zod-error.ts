import { z } from "zod";
import { DomainError, type ErrorCode, type FieldError, statusOf, summary } from "./errors.ts";

type Issue = z.core.$ZodIssue;

/** RFC 6901: `~` and `/` are escaped. */
function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** An issue, and what stood where it was found. */
type Located = Issue & { value: unknown };

/** Zod leaves the input out of its issues, so that no log holds it by accident. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined;
  return value;
}

function codeOf(issue: Located): string {
  if (issue.value === undefined && issue.code.startsWith("invalid_")) return "Required";
  switch (issue.code) {
    case "invalid_type":
      return "InvalidType";
    case "too_small":
      return "TooSmall";
    case "too_big":
      return "TooBig";
    case "invalid_format":
      return "InvalidFormat";
    default:
      return "InvalidValue";
  }
}

/** What zod says of a union that has no message of its own. */
const UNION = "Invalid input";

/** The most telling branch of a union, the one that failed latest; unknown names one by one. */
function flatten(issue: Issue): Issue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ ...issue, keys: [key] }));
  if (issue.code !== "invalid_union" || !issue.errors.length || issue.message !== UNION) return [issue];
  const best = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
  return best.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length));

function fieldErrors(issue: Located, place: (path: readonly PropertyKey[]) => string): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      pointer: place([...issue.path, key]),
      code: "UnknownField",
      message: `"${key.slice(0, 80)}" is not known here; leave it out or correct its spelling`,
    }));
  }
  const isTwice = place === queryName && Array.isArray(issue.value);
  const message = codeOf(issue) === "Required" ? "is required" : isTwice ? "is given more than once" : issue.message;
  return [{ pointer: place(issue.path), code: codeOf(issue), message }];
}

/** `["page", "size"]` → `?page[size]` */
function queryName(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `?${first ?? ""}${rest.map((part) => `[${part}]`).join("")}`;
}

/** A code that a schema's own check gave its issue, where the table has it. */
function domainCode(issue: Issue): ErrorCode | undefined {
  const code: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return typeof code === "string" && code in statusOf ? (code as ErrorCode) : undefined;
}

/**
 * What a failed input says to the caller. The input of a procedure is `{…path and query parameters, body}`: what is
 * wrong outside of `body` is a bad query (400), inside of it a bad shape (422).
 * @param input what was parsed
 */
export function fromZodError(error: z.core.$ZodError, input: unknown): DomainError {
  const issues = error.issues
    .flatMap(flatten)
    .filter(isFirstOfItsPlace)
    .map((issue): Located => ({ ...issue, value: valueAt(input, issue.path) }));
  const inQuery = issues.filter((issue) => issue.path[0] !== "body" && !isUnknownBody(issue));
  if (inQuery.length) {
    const errors = inQuery.flatMap((issue) => fieldErrors(issue, queryName));
    return new DomainError("MalformedRequest", summary(errors), { errors });
  }
  if (issues.some(isUnknownBody)) {
    const errors = [{ pointer: "", code: "UnknownField", message: "this call takes no body" }];
    return new DomainError("ValidationFailed", summary(errors), { errors });
  }
  const errors = issues.flatMap((issue) => fieldErrors(issue, (path) => jsonPointer(path.slice(1))));
  const code = issues.map(domainCode).find((found) => found !== undefined);
  return new DomainError(code ?? "ValidationFailed", summary(errors), { errors });
}

/** Of a value of the wrong type, what else is wrong with it does not matter. */
function isFirstOfItsPlace(issue: Issue, index: number, issues: Issue[]): boolean {
  const isWrongType = (other: Issue): boolean =>
    other.code === "invalid_type" && jsonPointer(other.path) === jsonPointer(issue.path);
  return !issues.slice(0, index).some(isWrongType);
}

/** A body where none is taken. */
function isUnknownBody(issue: Issue): boolean {
  return issue.code === "unrecognized_keys" && issue.path.length === 0 && issue.keys.includes("body");
}

type RawIssue = z.core.$ZodRawIssue;

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

/** What is limited, by what it is: characters of a text, entries of an array, a number itself. */
function limited(issue: RawIssue, word: "least" | "most", limit: unknown): string {
  if (issue.origin === "string") return `must have at ${word} ${limit} characters`;
  if (issue.origin === "array") return `must hold at ${word} ${limit}`;
  return `must be at ${word} ${limit}`;
}

function messageOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kinds[String(issue.expected)] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
    case "too_big":
      return limited(issue, "most", issue.maximum);
    case "too_small":
      return limited(issue, "least", issue.minimum);
    default:
      return undefined;
  }
}

/** What schemas say where they have no message of their own: what the value must be, for whoever sent it. */
export function setPlainMessages(): void {
  z.config({ customError: messageOf });
}
