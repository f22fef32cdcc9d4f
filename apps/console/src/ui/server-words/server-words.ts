import type { Warning } from "@highstreet/router/core/channels/channel.schema.ts";
import type { Ingest } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { speaksEnglish } from "../../languages/in-language.ts";
import { longDay, quantity } from "../parts/formats.ts";
import { type Own, shopWords, texts } from "./texts.ts";

/** Words that only callers of the API know: paths, names of members, methods, codes. */
const API_WORDS = [
  /(?:^|[\s(])[/?][a-z]/i,
  /\b[a-z]{1,40}[A-Z]/,
  /\b[a-z]{1,40}_[a-z]/,
  /\b[a-z]{2,40}\.[a-z]{3,40}\b/,
  /\b(?:GET|PUT|POST|PATCH|DELETE|IANA|UUID|GTIN|URLs?|RFC|NUL|JSON|HTTPS?|ISO \d)\b/,
  /\((?:4|5)\d\d\)|\bstatus (?:4|5)\d\d\b/,
  /\bmust (?:be one of|name at least|hold at)\b/i,
  /\b(?:ingest|parameter|header|request|mapping|cursor|array|object|body|bodies|search channel)s?\b/i,
];

/** Whether a text has no word of the API. Names in quotes do not count. */
export function isPlain(text: string): boolean {
  const own = text.replaceAll(/["“][^"“”]{0,200}["”]/g, "");
  return text !== "" && !API_WORDS.some((words) => words.test(own));
}

/** The sentences of the server that people of a shop understand, in the words of the console. Empty: none. */
function plainPart(message: string): string {
  const words = message.replaceAll(/\b[a-z]{4,8}s?\b/gi, (word) => shopWords.get(word) ?? word);
  return words
    .split(/(?<=[.!?]) /)
    .filter(isPlain)
    .join(" ");
}

/** The server speaks English, so only English shows its sentence, which can have details. */
const withDetails = (general: string, message: string): string => reasonOr(message, general);

type Values = Record<string, unknown>;

function shown(value: unknown): string | undefined {
  if (typeof value === "number") return quantity(value);
  if (typeof value !== "string") return undefined;
  return /^\d{4}-\d\d-\d\d$/.test(value) ? longDay(value) : value;
}

/** Puts values of the server in the place of their names. Undefined: one is missing. */
function filled(text: string | undefined, values: Values): string | undefined {
  const names = text?.match(/(?<=\{)\w+(?=\})/g) ?? [];
  const found = names.map((name) => shown(values[name]));
  if (found.includes(undefined)) return undefined;
  return names.reduce((words, name, at) => words?.replace(`{${name}}`, () => found[at] ?? ""), text);
}

/** The console's text for a code and its kind. Undefined: there is none, or the server has not sent the values. */
function ownWords(code: string, values: Values = {}): string | undefined {
  const { reason, quota, missing } = values;
  const kind = reason ?? quota ?? (Array.isArray(missing) ? missing[0] : undefined);
  return filled(texts.reasons[`${code}.${kind}`] ?? texts.reasons[code], values);
}

/** @param exact the text with the kind and the values of the server. In English, the server's own sentence says the same. */
const wordsOf = (own: Own | undefined, message: string, other: string, exact?: string): string =>
  typeof own === "string" ? (exact ?? own) : withDetails(exact ?? own?.reason ?? other, message);

/** In English, the server's sentence is the most exact one. */
const exactWords = (own: string | undefined, message: string, other: string): string =>
  own !== undefined && !speaksEnglish() ? own : withDetails(own ?? other, message);

export interface FieldError {
  pointer: string;
  code: string;
  message: string;
  limit?: unknown;
}

/** The errors of fields in a problem of the server. */
export function fieldErrorsOf(members: Record<string, unknown> | undefined): FieldError[] {
  const errors = members?.errors;
  return Array.isArray(errors) ? errors.filter((one) => typeof one?.pointer === "string") : [];
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `/image/0` is line 1 of the field `image`. */
function partsOf(pointer: string): { name: string; line: number | undefined } {
  const parts = pointer.split("/");
  const last = parts.at(-1) ?? "";
  return /^\d{1,9}$/.test(last)
    ? { name: parts.at(-2) ?? "", line: Number(last) + 1 }
    : { name: last.replace(/^\?/, ""), line: undefined };
}

/** What is wrong with a field, at the field. */
export function fieldWords({ pointer, code, message, limit }: FieldError): string {
  const { fields } = texts;
  const { name, line } = partsOf(pointer);
  if (code === "Required" || message === "must not be empty") return fields.required;
  const own = new Map(Object.entries(fields.problems)).get(name) ?? filled(fields.limits[code], { limit });
  const problem = exactWords(own, message, fields.other);
  return line === undefined ? sentence(problem) : fields.line(line, problem);
}

/** What is wrong with a field, apart from the field. */
function namedWords(error: FieldError): string {
  const name = new Map(Object.entries(texts.fields.names)).get(partsOf(error.pointer).name);
  return name ? texts.fields.named(name, fieldWords(error)) : fieldWords(error);
}

interface ServerProblem {
  code: string | null;
  message: string;
  members?: Record<string, unknown> | undefined;
}

/** A problem of the server in words of the console. Each wrong field is named. */
export function problemWords({ code, message, members }: ServerProblem): string {
  if (code === null) return message;
  const errors = fieldErrorsOf(members);
  if (errors.length > 0) return [...new Set(errors.map(namedWords))].join(" ");
  return wordsOf(texts.errors[code], message, texts.problem, ownWords(code, members));
}

/** A warning of a channel, of a source of stock or of a shop system. */
export function warningWords({ id, message, parameters = {} }: Omit<Warning, "id"> & { id: string }): string {
  const { code, ...values } = parameters;
  const own = texts.warnings[id];
  const isOfFile = typeof code === "string" && typeof own === "object";
  const exact = isOfFile
    ? `${own.reason} ${problemWords({ code, message: "", members: values })}`
    : ownWords(id, values);
  return wordsOf(own, message, texts.problem, exact);
}

/** A name of the server: of a kind of source in the words of the console, of a till or a shop system as it is. */
export const nameWords = (name: string): string => texts.names[name] ?? name;

/** Why a line of a file does not count. */
export const rejectionWords = ({ code, message }: { code: string; message: string }): string =>
  exactWords(texts.rejections[code], message, texts.rejected);

/** Why Google does not show a product. */
export const listingWords = ({ code, message }: { code: string; message: string }): string =>
  wordsOf(texts.listings[code], message, texts.refusedListing);

/** Why a file was refused or is held. Empty: its status says it. */
export function ingestWords({ problem, reason }: Pick<Ingest, "problem" | "reason">): string {
  if (!problem) return reasonOr(reason, "");
  return problemWords({ code: problem.code, message: reason ?? "", members: problem.parameters });
}

/** A reason of the server without a code. */
const reasonOr = (message: string | null, other: string): string =>
  (speaksEnglish() && plainPart(message ?? "")) || other;
