import { z } from "zod";
import { DomainError, type ErrorCode, type FieldError, statusOf, summary } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";

type Issue = z.core.$ZodIssue;

/** RFC 6901: `~` and `/` are escaped. */
function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** An issue with the value at its place. */
type Located = Issue & { value: unknown };

/** Reads the value of an issue from the input, because issues of zod do not contain it. */
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

/** The message of zod for a union without its own message. */
const UNION = "Invalid input";

/** Replaces a union by its branch that failed deepest, and lists unknown fields one by one. */
function flatten(issue: Issue): Issue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ ...issue, keys: [key] }));
  if (issue.code !== "invalid_union" || !issue.errors.length || issue.message !== UNION) return [issue];
  const best = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0] ?? [];
  return best.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

// A spread of all lengths into Math.max can exceed the stack.
const depth = (issues: readonly Issue[]): number =>
  issues.reduce((deepest, issue) => Math.max(deepest, issue.path.length), 0);

/** Writes the place of a value for a `pointer`. */
type Place = (path: readonly PropertyKey[]) => string;

function fieldErrors(issue: Located, place: Place): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = nearestName(key, issue.message.split(SEPARATOR));
      const advice = near ? `do you mean "${near}"?` : "leave it out or correct its spelling";
      const message = `"${key.slice(0, 80)}" is not known here; ${advice}`;
      return { pointer: place([...issue.path, key]), code: "UnknownField", message };
    });
  }
  const isTwice = place === queryName && Array.isArray(issue.value);
  const required = issue.path.length === 1 && issue.path[0] === "body" ? "a JSON body is required" : "is required";
  const message = codeOf(issue) === "Required" ? required : isTwice ? "is given more than once" : issue.message;
  return [{ pointer: place(issue.path), code: codeOf(issue), message }];
}

/** `["page", "size"]` → `?page[size]` */
function queryName(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `?${first ?? ""}${rest.map((part) => `[${part}]`).join("")}`;
}

/** The error code that a check of a schema set, if the code exists. */
function domainCode(issue: Issue): ErrorCode | undefined {
  const code: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return typeof code === "string" && code in statusOf ? (code as ErrorCode) : undefined;
}

/** Most field errors of an answer. A body of 1 MiB can have 100,000 wrong fields. */
const MOST_ERRORS = 100;

/**
 * The error for an invalid input. The input of a procedure is `{…path and query parameters, body}`. An issue outside of `body` is a bad
 * query (400), and an issue inside of `body` is a bad shape (422). The error has the first 100 field errors and the number of all.
 * @param input the parsed input
 */
export function fromZodError(error: z.core.$ZodError, input: unknown): DomainError {
  const issues = withoutRepeats(error.issues.flatMap(flatten));
  const refuse = (code: ErrorCode, wrong: Issue[], place: Place): DomainError => {
    const first = wrong.slice(0, MOST_ERRORS).map((issue) => ({ ...issue, value: valueAt(input, issue.path) }));
    const errors = first.flatMap((issue) => fieldErrors(issue, place));
    return new DomainError(code, summary(errors, wrong.length), { errors });
  };
  const inQuery = issues.filter((issue) => issue.path[0] !== "body" && !isUnknownBody(issue));
  if (inQuery.length) return refuse("MalformedRequest", inQuery, queryName);
  if (issues.some(isUnknownBody)) {
    const errors = [{ pointer: "", code: "UnknownField", message: "this call takes no body" }];
    return new DomainError("ValidationFailed", summary(errors), { errors });
  }
  const code = issues.map(domainCode).find((found) => found !== undefined);
  return refuse(code ?? "ValidationFailed", issues, (path) => jsonPointer(path.slice(1)));
}

/** Drops further issues of a value with the wrong type. */
function withoutRepeats(issues: Issue[]): Issue[] {
  const ofWrongType = new Set<string>();
  return issues.filter((issue) => {
    const pointer = jsonPointer(issue.path);
    if (ofWrongType.has(pointer)) return false;
    if (issue.code === "invalid_type") ofWrongType.add(pointer);
    return true;
  });
}

/** A body of a call without a body. */
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

/** The message for a limit: characters of a text, entries of an array, or the number itself. */
function limited(issue: RawIssue, word: "least" | "most", limit: unknown): string {
  if (issue.origin === "string") return `must have at ${word} ${limit} characters`;
  if (issue.origin === "array") return `must hold at ${word} ${limit}`;
  return `must be at ${word} ${limit}`;
}

/** Separates the names in the message of an issue about unknown fields. Names of fields do not contain it. */
const SEPARATOR = " ";

/** The names that an object knows. The issue itself does not contain them. */
const knownNames = ({ inst }: RawIssue): string =>
  inst instanceof z.ZodObject ? Object.keys(inst.shape).join(SEPARATOR) : "";

function messageOf(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "unrecognized_keys":
      return knownNames(issue);
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

/** Sets messages for schemas without their own message. They say what the value must be. */
export function setPlainMessages(): void {
  z.config({ customError: messageOf });
}
