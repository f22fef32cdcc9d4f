import { z } from "zod";
import { DomainError, type ErrorCode, type FieldError, MAX_FIELD_ERRORS, statusOf, summary } from "./errors.ts";
import { nearestName } from "./text.ts";

type Issue = z.core.$ZodIssue;

/** Names are cut to this length, because an answer must not repeat a name of 1 MiB. */
const SHOWN_CHARACTERS = 100;
const shown = (name: PropertyKey): string => {
  const text = String(name);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text;
};

/** RFC 6901: `~` and `/` are escaped. */
function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${shown(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

type Located = Issue & { value: unknown };

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

function flatten(issue: Issue, input: unknown): Issue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ ...issue, keys: [key] }));
  if (issue.code !== "invalid_union" || !issue.errors.length || issue.message !== UNION) return [issue];
  const { path } = issue;
  const refused = ofOneMember(issue.errors, valueAt(input, path));
  if (refused) return refused.map((inner) => ({ ...inner, path }));
  const best = issue.errors.toSorted(
    (a, b) => unknownNames(a).length - unknownNames(b).length || depth(b) - depth(a),
  )[0];
  return (best ?? []).flatMap((inner) => flatten({ ...inner, path: [...path, ...inner.path] }, input));
}

const unknownNames = (issues: readonly Issue[]): string[] =>
  issues.flatMap((issue) => (issue.code === "unrecognized_keys" && !issue.path.length ? issue.keys : []));

/**
 * The error of an object that has none or several of the members of a union whose alternatives have one member each; undefined for others.
 * @param errors of each alternative
 */
function ofOneMember(errors: Issue[][], value: unknown): Issue[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const missing = errors.map((issues) => issues.filter(({ path }) => path.length === 1 && !(String(path[0]) in value)));
  if (!missing.every((issues) => issues.length === 1) && !errors.every((issues) => unknownNames(issues).length)) {
    return undefined;
  }
  const written = Object.keys(value);
  const unknown = written.filter((key) => errors.every((issues) => unknownNames(issues).includes(key)));
  const known = written.filter((key) => !unknown.includes(key));
  const names = [...new Set([...known, ...missing.flatMap((issues) => issues.map(({ path }) => String(path[0])))])];
  if (unknown.length && !known.length) {
    return unknown.map((key) => ({ code: "unrecognized_keys", keys: [key], path: [], message: names.join(SEPARATOR) }));
  }
  return [{ code: "custom", path: [], message: `must have exactly one of ${names.join(", ")}` }];
}

const depth = (issues: readonly Issue[]): number =>
  issues.reduce((deepest, issue) => Math.max(deepest, issue.path.length), 0);

/** What other APIs call the parameters of a page. */
const pageWords = new Map([
  ...["limit", "perpage", "pagesize", "size", "count"].map((word) => [word, "page[size]"] as const),
  ...["cursor", "after", "pageafter", "startingafter"].map((word) => [word, "page[after]"] as const),
]);

function meantName(key: string, known: readonly string[], { path }: Issue, place: Place): string | undefined {
  const isOfPage = place === queryName && (path[0] ?? known.find((name) => name === "page")) === "page";
  return (isOfPage && pageWords.get(key.toLowerCase().replaceAll(/[_-]/g, ""))) || nearestName(key, known);
}

type Place = (path: readonly PropertyKey[]) => string;

function fieldErrors(issue: Located, place: Place): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const near = meantName(key, issue.message.split(SEPARATOR), issue, place);
      const advice = near ? `do you mean "${near}"?` : "leave it out or correct its spelling";
      const message = `"${shown(key)}" is not known here; ${advice}`;
      return { pointer: place([...issue.path, key]), code: "UnknownField", message };
    });
  }
  const isTwice = place === queryName && Array.isArray(issue.value);
  const required = issue.path.length === 1 && issue.path[0] === "body" ? "a JSON body is required" : "is required";
  const message = codeOf(issue) === "Required" ? required : isTwice ? "is given more than once" : issue.message;
  return [{ pointer: place(issue.path), code: codeOf(issue), message, ...limitOf(issue) }];
}

/** The limit that a value exceeds. */
function limitOf(issue: Located): Pick<FieldError, "limit"> {
  const limit = issue.code === "too_big" ? issue.maximum : issue.code === "too_small" ? issue.minimum : undefined;
  return typeof limit === "number" ? { limit } : {};
}

/** `["page", "size"]` → `?page[size]` */
function queryName(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(shown);
  return `?${first ?? ""}${rest.map((part) => `[${part}]`).join("")}`;
}

function domainCode(issue: Issue): ErrorCode | undefined {
  const code: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return typeof code === "string" && code in statusOf ? (code as ErrorCode) : undefined;
}

/**
 * The error for an invalid input. The input of a procedure is `{…path and query parameters, body}`. An issue outside of `body` is a bad
 * query (400), and an issue inside of `body` is a bad shape (422). The error has the first 100 field errors and the number of all.
 * @param input the parsed input
 */
export function fromZodError(error: z.core.$ZodError, input: unknown): DomainError {
  const issues = withoutRepeats(error.issues.flatMap((issue) => flatten(issue, input)));
  const refuse = (code: ErrorCode, wrong: Issue[], place: Place): DomainError => {
    const first = wrong.slice(0, MAX_FIELD_ERRORS).map((issue) => ({ ...issue, value: valueAt(input, issue.path) }));
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

function withoutRepeats(issues: Issue[]): Issue[] {
  const ofWrongType = new Set<string>();
  return issues.filter((issue) => {
    const pointer = jsonPointer(issue.path);
    if (ofWrongType.has(pointer)) return false;
    if (issue.code === "invalid_type") ofWrongType.add(pointer);
    return true;
  });
}

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

function limited(issue: RawIssue, word: "least" | "most", limit: unknown): string {
  if (issue.origin === "string") return `must have at ${word} ${limit} characters`;
  if (issue.origin === "array") return `must hold at ${word} ${limit}`;
  return `must be at ${word} ${limit}`;
}

const SEPARATOR = " ";

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

export function setPlainMessages(): void {
  z.config({ customError: messageOf });
}
