/**
 * A slow and simple reader of stock feeds, for comparison with the fast one. It reads the whole file as one string, character by
 * character, with numbers as big integers. It shares no code with the fast reader.
 */
import { gunzipSync } from "node:zlib";
import { type FieldNames, stockNames } from "../src/lines/column-names.ts";
import { isAbsent, readFields } from "./reference-rules.ts";

export type JudgedLine =
  | {
      line: number;
      barcode: string;
      pence: number;
      thousandths: number;
      currency: string | null;
      condition: string | null;
    }
  | { line: number; barcode: string | null; code: string; field: string | null };

/** The right result of a feed: its columns and lines, or the error that refuses it. */
export type Verdict = { error: string } | { columns: Record<string, string>; judged: JudgedLine[] } | "not judged";

type Row = { line: number; fields: string[] } | { line: number; code: string };

const LONGEST = 2 * 1024 * 1024;
/** The word lists are data, so both readers have the same ones. */
const known: Record<string, FieldNames> = stockNames;

const simple = (name: string): string =>
  [...name.normalize("NFD").toLowerCase()]
    .filter((char) => /[\p{L}\p{N}]/u.test(char))
    .join("")
    .replaceAll("ß", "ss");

const remembered = new Map<string, string[]>();

/** The meanings of a name: as written, and without a known prefix. */
function meanings(name: string): string[] {
  const known = remembered.get(name);
  if (known) return known;
  const text = simple(name);
  const prefixes = ["variant", "product", "item", "current", "article", "artikel"].filter((prefix) =>
    text.startsWith(prefix),
  );
  const all = [text, ...prefixes.map((prefix) => text.slice(prefix.length))].filter(
    (one) => one && (one !== "id" || text === "id"),
  );
  if (remembered.size < 10_000) remembered.set(name, all);
  return all;
}

/** The columns of a field in order of preference. */
function placesOf(header: string[], { names, otherwise, passing, several }: FieldNames): number[] {
  const places: number[] = [];
  let isSteady = false;
  for (const list of [names, otherwise ?? []]) {
    for (const alias of list) {
      const found = header.flatMap((name, at) => (meanings(name).includes(alias) && !places.includes(at) ? [at] : []));
      // Of two columns with the same name, the second counts for lines without a value in the first one.
      places.push(...found.slice(0, 2));
      if (found.length && !passing?.includes(alias)) isSteady = true;
      if (!several && places.length) return places.slice(0, 1);
    }
    if (isSteady) break;
  }
  return places.slice(0, 10);
}

export const isHeader = (cells: string[]): boolean =>
  ["barcode", "quantity"].every((field) => placesOf(cells, known[field] as FieldNames).length > 0);

/** Names that this simple reader does not understand: with brackets, currencies or taxes. */
const isStrange = (name: string): boolean =>
  /[()[\]{}\p{Sc}/|,;&?¿]|\s\w\w?\s|[\s_-][a-z]{3}$|tax|vat|inc|ttc|gross|brutto|lordo/iu.test(name);

const tooLong = (text: string): boolean => Buffer.byteLength(text) > LONGEST;
const isBlank = (text: string): boolean => text.trim() === "";

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function decode(bytes: Buffer): string {
  const starts = (...mark: number[]): boolean => mark.every((byte, n) => bytes[n] === byte);
  if (starts(0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (starts(0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
  if (starts(0xef, 0xbb, 0xbf)) return new TextDecoder("utf-8").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The record that begins at `start`; undefined if a quote is not closed in time. */
function csvRecord(text: string, start: number, delimiter: string, newline: string) {
  const fields: string[] = [];
  let field = "";
  let place: "start" | "plain" | "quoted" | "closed" = "start";
  for (let at = start; ; at++) {
    const char = at < text.length ? text.charAt(at) : newline;
    if (place === "quoted") {
      if (at >= text.length) return undefined;
      if (char !== '"') field += char;
      else if (text[at + 1] === '"') {
        field += '"';
        at++;
      } else place = "closed";
    } else if (char === '"' && place === "start") {
      place = "quoted";
    } else if (char === newline) {
      if (tooLong(text.slice(start, at))) return undefined;
      if (text[at - 1] === "\r" && at > start && newline === "\n" && field.endsWith("\r")) field = field.slice(0, -1);
      return { fields: [...fields, field], end: at };
    } else if (char === delimiter) {
      fields.push(field);
      field = "";
      place = "start";
    } else {
      field += char;
      place = "plain";
    }
  }
}

function csvRows(text: string, delimiter: string, newline: string): Row[] {
  const rows: Row[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const eol = text.indexOf(newline, at) < 0 ? text.length : text.indexOf(newline, at);
    const physical = text.slice(at, eol);
    const record = csvRecord(text, at, delimiter, newline);
    if (tooLong(physical)) rows.push({ line, code: "line_too_long" });
    else if (isBlank(physical)) {
    } else if (!record) rows.push({ line, code: "unclosed_quote" });
    else {
      rows.push({ line, fields: record.fields });
      line += text.slice(at, record.end).split(newline).length;
      at = record.end + 1;
      continue;
    }
    line++;
    at = eol + 1;
  }
  return rows;
}

function delimiterOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, "");
  let delimiter = ",";
  for (const other of [";", "\t", "|"]) if (bare.split(other).length > bare.split(delimiter).length) delimiter = other;
  return delimiter;
}

/** The first line of a text without its quoted parts, which can have newlines. */
const firstLine = (text: string, newline: string): string =>
  text
    .trimStart()
    .replace(/"[^"]*"/g, "")
    .split(newline)[0] ?? "";

/** The number of blank fields behind the header's columns that the first 20 rows have. */
function blankColumns(rows: Row[], columns: number): number {
  const fields = rows.flatMap((row) => ("fields" in row ? [row.fields] : [])).slice(0, 20);
  const blank = fields.filter((row) => row.slice(columns).every(isBlank));
  return blank.length ? Math.max(0, Math.min(100, ...blank.map((row) => row.length - columns))) : 0;
}

/** The header is the first of 20 lines with all required columns, so a report can have a title. */
function csv(text: string): Verdict {
  const head = Buffer.from(text).toString("utf8", 0, 65_536);
  const newline = head.includes("\r") && !head.includes("\n") ? "\r" : "\n";
  let [line, at, tried] = [1, 0, 0];
  for (const physical of head.split(newline)) {
    if (!isBlank(physical) && tried++ < 20) {
      const isOpen = physical.split('"').length % 2 === 0;
      const delimiter = delimiterOf(isOpen ? firstLine(head.slice(at), newline) : physical.trimStart());
      const rows = csvRows(tried === 1 || isOpen ? text.slice(at) : physical, delimiter, newline);
      const first = rows[0];
      if (first && "fields" in first && isHeader(first.fields) && !tooLongHeader(text, first.fields)) {
        const behind = csvRows(text.slice(at), delimiter, newline).slice(1);
        const numbered = behind.map((row) => ({ ...row, line: row.line + line - 1 }));
        const columns = first.fields.length + blankColumns(behind, first.fields.length);
        return judge(first.fields, numbered, { commas: delimiter === ";", columns });
      }
      if (first && "fields" in first && first.fields.some(isStrange)) return "not judged";
    }
    line++;
    at += physical.length + 1;
  }
  return { error: "UnrecognisedFeed" };
}

/**
 * The header must end in the first 64 KiB. A rough test is enough, because fuzzed headers are short or far too long.
 */
function tooLongHeader(text: string, fields: string[]): boolean {
  return Buffer.byteLength(text) > 65_536 && fields.join(",").length > 60_000;
}

/** The elements of an array by its commas and brackets, each with what ends it. */
function jsonElements(text: string): Row[] | { texts: [line: number, text: string][]; rows: Row[] } {
  const texts: [number, string][] = [];
  const rows: Row[] = [];
  let line = 1;
  let start = text.indexOf("[") + 1;
  let depth = 0;
  let inText = false;
  const take = (end: number): void => {
    const element = text.slice(start, end);
    start = end + 1;
    if (isBlank(element) && !tooLong(element)) return;
    if (tooLong(element)) rows.push({ line, code: "line_too_long" });
    else texts.push([line, element]);
    line++;
  };
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (inText) {
      if (char === "\\") at++;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === "[" || char === "{") depth++;
    else if ((char === "]" || char === "}") && depth > 0) depth--;
    else if (depth === 0 && char === ",") take(at);
    else if (depth === 0 && char === "]") {
      take(at);
      if ([...text.slice(at + 1)].some((behind) => behind > " ")) rows.push({ line, code: "malformed_json" });
      return { texts, rows };
    }
  }
  rows.push({ line, code: tooLong(text.slice(start)) ? "line_too_long" : "malformed_json" });
  return { texts, rows };
}

function ndjsonLines(text: string): { texts: [number, string][]; rows: Row[] } {
  const texts: [number, string][] = [];
  const rows: Row[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (tooLong(line)) rows.push({ line: index + 1, code: "line_too_long" });
    else if (!isBlank(line)) texts.push([index + 1, line]);
  }
  return { texts, rows };
}

function spelled(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return `\0${JSON.stringify(value)}`;
  return Object.is(value, -0) ? "0" : String(value);
}

function json({ texts, rows }: { texts: [number, string][]; rows: Row[] }, head: string): Verdict {
  const objects: [line: number, object: Record<string, unknown>][] = [];
  for (const [line, text] of texts) {
    try {
      const value: unknown = JSON.parse(text, ((_: string, inner: unknown, { source }: { source: string }) =>
        typeof inner === "number" && Math.abs(inner) > Number.MAX_SAFE_INTEGER ? source : inner) as never);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) objects.push([line, { ...value }]);
      else rows.push({ line, code: "not_an_object" });
    } catch {
      rows.push({ line, code: "malformed_json" });
    }
  }
  const names: string[] = [];
  for (const [index, [line, object]] of objects.entries()) {
    const text = texts.find(([at]) => at === line)?.[1] ?? "";
    if (index > 0 && names.length > 0 && !head.includes(text)) break;
    for (const name of Object.keys(object)) if (!names.includes(name)) names.push(name);
  }
  const header = [...names];
  if (!isHeader(header)) return names.some(isStrange) ? "not judged" : { error: "UnrecognisedFeed" };
  for (const [line, object] of objects) {
    for (const name of Object.keys(object)) {
      const fields = Object.keys(known).filter((field) => placesOf([name], known[field] as FieldNames).length > 0);
      const isTaken = (field: string): boolean => placesOf(names, known[field] as FieldNames).length > 0;
      if (!names.includes(name) && fields.some((field) => !isTaken(field))) names.push(name);
    }
    rows.push({ line, fields: names.map((name) => spelled(Object.hasOwn(object, name) ? object[name] : null)) });
  }
  return judge(
    names,
    rows.toSorted((a, b) => a.line - b.line),
    { commas: false },
  );
}

/** The column of the quantity. One that only has words gives way to a second one with numbers. */
function countPlace(header: string[], rows: Row[], [first = 0]: number[]): number {
  const [second] = placesOf(header.with(first, ""), known.quantity as FieldNames);
  if (second === undefined || first >= 200 || second >= 200) return first;
  const lines = rows.flatMap((row) => ("fields" in row ? [row.fields] : [])).slice(0, 50);
  const values = (place: number): string[] => lines.map((fields) => (fields[place] ?? "").trim()).filter(Boolean);
  const hasDigit = (text: string): boolean => /[0-9]/.test(text.slice(0, 100));
  const isWords = values(first).length > 0 && !values(first).some(hasDigit);
  return isWords && values(second).some(hasDigit) ? second : first;
}

/** Applies the rules to rows. `columns`: a row may have no more. */
export function judge(header: string[], rows: Row[], rules: { commas: boolean; columns?: number }): Verdict {
  if (header.some(isStrange)) return "not judged";
  const columns: Record<string, string> = {};
  const places: Record<string, number[]> = {};
  for (const [field, names] of Object.entries(known)) {
    const found = placesOf(header, names);
    const [first] = found;
    if (first === undefined) continue;
    places[field] = found;
    columns[field] = header[first]?.trim() ?? "";
  }
  if (!("barcode" in places && "quantity" in places)) return { error: "UnrecognisedFeed" };
  const count = countPlace(header, rows, places.quantity ?? []);
  places.quantity = [count];
  columns.quantity = header[count]?.trim() ?? "";
  const judged = rows.map((row): JudgedLine => {
    if ("code" in row) return { line: row.line, barcode: null, code: row.code, field: null };
    const of = (field: string): string | undefined => {
      const texts = places[field]?.map((place) => row.fields[place] ?? "");
      const filled = texts && texts.length > 1 ? texts.find((text) => !isAbsent(field, text)) : undefined;
      return filled ?? texts?.find((text) => text.trim() !== "") ?? texts?.[0];
    };
    const read = readFields(of, rules.commas);
    if (row.fields.length > (rules.columns ?? Number.POSITIVE_INFINITY)) {
      return { line: row.line, barcode: read.barcode, code: "too_many_columns", field: null };
    }
    return { line: row.line, ...read };
  });
  return { columns, judged };
}

export function referenceVerdict(received: Buffer): Verdict {
  let bytes: Buffer;
  try {
    bytes = isGzip(received) ? gunzipSync(received) : received;
  } catch {
    return { error: "MalformedRequest" };
  }
  if (isGzip(received) && isGzip(bytes)) return { error: "UnrecognisedFeed" };
  const text = decode(bytes);
  const head = Buffer.from(text).toString("utf8", 0, 65_536);
  const first = head.trimStart()[0];
  if (first === "[") return json(jsonElements(text) as never, head);
  if (first === "{") return json(ndjsonLines(text), head);
  return csv(text);
}
