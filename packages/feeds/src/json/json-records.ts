import { ByteQueue } from "../byte-queue.ts";
import type { Wanted } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { type LineRejection, lineTooLong, MAX_RECORD_BYTES, shown } from "../lines/feed-line.ts";
import { losesDigits, surveyJson, textOfNumber } from "./survey-json.ts";

export interface JsonSink {
  text(line: number, text: string): void;
  broken(line: number, rejection: LineRejection): void;
}

function malformedJson(text: string | null, message: string): LineRejection {
  return { field: null, code: "malformed_json", message, value: text && shown(text) };
}

const blank = /^\s*$/;
const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** A text longer than 2 MiB is reported as broken and skipped. */
abstract class JsonTexts {
  protected readonly queue = new ByteQueue();
  protected at = 0;
  protected line = 1;
  protected readonly sink: JsonSink;
  records = 0;
  protected skips = false;

  constructor(sink: JsonSink) {
    this.sink = sink;
  }

  push(piece: Uint8Array): void {
    this.at -= this.queue.start;
    this.queue.add(piece);
    this.look();
    if (this.skips || this.queue.length > MAX_RECORD_BYTES) this.#skip(this.at);
  }

  protected abstract look(): void;

  /** @returns false if the text is blank */
  protected take(end: number): boolean {
    const { bytes, start } = this.queue;
    this.records++;
    if (this.skips || end - start > MAX_RECORD_BYTES) {
      this.#skip(end);
      this.skips = false;
      return true;
    }
    const text = bytes.toString("utf8", start, end);
    this.queue.start = end;
    if (blank.test(text)) return false;
    this.sink.text(this.line, text);
    return true;
  }

  #skip(end: number): void {
    const { bytes, start } = this.queue;
    if (!this.skips) this.sink.broken(this.line, lineTooLong(bytes.subarray(start, end)));
    this.skips = true;
    this.queue.start = end;
  }
}

export class NdjsonTexts extends JsonTexts {
  protected look(): void {
    const { queue } = this;
    for (;;) {
      const newline = queue.bytes.indexOf(NEWLINE, this.at);
      if (newline < 0 || newline >= queue.end) break;
      this.take(newline);
      this.line++;
      queue.start = newline + 1;
      this.at = queue.start;
    }
    this.at = queue.end;
  }

  end(): void {
    this.push(Uint8Array.of(NEWLINE));
  }
}

/** Splits a JSON array into its elements by commas and brackets. The first element is line 1. */
export class JsonArrayTexts extends JsonTexts {
  #place: "before" | "within" | "behind" = "before";
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #isFollowed = false;

  protected look(): void {
    const { queue } = this;
    for (; this.at < queue.end; this.at++) {
      const byte = queue.bytes[this.at] as number;
      if (this.#place === "within") this.#within(byte);
      else if (this.#place === "before") this.#before(byte);
      else this.#behind(byte);
    }
  }

  #startBehind(): void {
    this.queue.start = this.at + 1;
  }

  #before(byte: number): void {
    this.#startBehind();
    if (byte === OPEN_ARRAY) this.#place = "within";
  }

  #behind(byte: number): void {
    this.#startBehind();
    if (byte <= SPACE || this.#isFollowed) return;
    this.#isFollowed = true;
    this.sink.broken(this.line, malformedJson(null, "Something follows the end of the array."));
  }

  #within(byte: number): void {
    if (this.#isString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isString = false;
    } else if (byte === QUOTE) {
      this.#isString = true;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      this.#depth++;
    } else if (this.#depth > 0) {
      if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#depth--;
    } else if (byte === COMMA || byte === CLOSE_ARRAY) {
      if (this.take(this.at)) this.line++;
      this.#startBehind();
      if (byte === CLOSE_ARRAY) this.#place = "behind";
    }
  }

  end(): void {
    if (this.#place === "behind" || this.skips) return;
    const { bytes, start, end } = this.queue;
    const message = "The array is not closed: the file is cut off here.";
    this.sink.broken(this.line, malformedJson(bytes.toString("utf8", start, end), message));
  }
}

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

/** The list of strings that {@link textOf} encoded; undefined for any other text. */
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

/** Bounds the memory for unused names. */
const MAX_REMEMBERED = 1_000;

export class JsonMembers {
  readonly #indexes = new Map<string, number>();
  readonly #wants: (name: string, index: number) => boolean;
  #width = 0;

  constructor(names: readonly string[], { positions, wants }: Wanted) {
    this.#wants = wants ?? (() => false);
    for (const name of names) this.#indexes.set(name, -1);
    for (const position of positions) this.#indexes.set(names[position] ?? "", this.#width++);
  }

  #indexOf(name: string): number {
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = this.#wants(name, this.#width) ? this.#width++ : -1;
    if (index >= 0 || this.#indexes.size < MAX_REMEMBERED) this.#indexes.set(name, index);
    return index;
  }

  /** The fields of an object, and the indexes of its numbers. A missing member is an empty field. */
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
  const { source = "" } = context;
  if (typeof value !== "number") return value;
  return losesDigits(source) || (isUnsafe(value) && !/e/i.test(source)) ? textOfNumber(source) : value;
}

/** The digits of a number that a double may not keep. */
const manyDigits = /\d[\d.]{15}|\d[eE]\+?\d{3}/;

/** Parses a JSON text that must be an object. Numbers that a double cannot hold stay text, so that no digit is lost. */
export function parseObject(text: string): { object: Record<string, unknown> } | { broken: LineRejection } {
  let value: unknown;
  try {
    value = JSON.parse(text);
    // Only a text with more names than its object can have a member twice.
    if (isObject(value) && (text.match(/"\s*:/g)?.length ?? 0) > Object.keys(value).length) surveyJson(text);
    if (isObject(value) && manyDigits.test(text)) value = JSON.parse(text, exactly as never);
  } catch (error) {
    const { message } = error as SyntaxError | FeedError;
    return {
      broken: malformedJson(text, error instanceof FeedError ? message : `This is not JSON: ${shown(message)}.`),
    };
  }
  if (isObject(value)) return { object: value };
  const message = "A line must be an object with members barcode, price and quantity.";
  return { broken: { field: null, code: "not_an_object", message, value: shown(text) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
