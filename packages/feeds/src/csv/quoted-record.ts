import type { CsvDialect, Fields } from "./csv-records.ts";

export type Reading = "whole" | "open" | "damaged";

const TAB = 9;
const SPACE = 32;
const QUOTE = 34;

const NONE = -1;
const WRONG = -2;
/** The lines of a text have the same number of delimiters as a header of fewer columns too often. */
const MIN_COLUMNS = 3;

const formula = /^="[^"]*"\s*$/;

function countOf(sign: string, text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf(sign, from); at >= 0 && at < to; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

const lengthOf = (line: string): number => (line.endsWith("\r") ? line.length - 1 : line.length);

/** MySQL and PHP write `\"` for a quote. */
const unescaped = (text: string): string => text.replaceAll('""', '"').replaceAll('\\"', '"');

/** @param isStrict only a text whose quotes are doubled */
function enclosed(field: string, isStrict: boolean): string | undefined {
  const text = field.trim();
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  const inner = text.slice(1, -1);
  return isStrict && inner.replaceAll(/""|\\"/g, "").includes('"') ? undefined : unescaped(inner);
}

/**
 * Splits records with quotes, line by line. A record counts only if its quotes cannot mean anything else:
 * - Behind a closing quote, only blanks stand before the delimiter or the end of the line. `\"` before other text closes nothing.
 * - Beside quoted fields, no other field has quotes, except `="…"` of spreadsheets.
 * - A record over several lines has as many fields as the header or the record before. So has a record with fewer fields than the
 *   header whose texts have delimiters.
 * - In a record over several lines, the first line and the second or last line cannot both be records of their own.
 *
 * The lines behind a damaged record are in doubt until a line has as many fields as the line before: they can be the rest of its text.
 *
 * The cost is linear: inside an open record each line has an even number of quotes, so that no such line opens a record of its own.
 */
export class QuotedRecord {
  last = 0;
  /** The line can be the rest of a text whose first line is damaged. */
  isDoubtful = false;
  /** Whether a field has a quote that is neither doubled nor around the field. */
  isLoose = false;
  readonly #delimiter: string;
  /** The tab as a blank; NaN if it is the delimiter. */
  readonly #tab: number;
  readonly #newline: string;
  readonly #fields: Fields;
  readonly #widths: readonly number[];
  /** The lines so far that are not blank: none, the first one, or more. */
  #lines = 0;
  /** The record can end before its last line so far: its first line is complete, or a doubled quote is the end of a text. */
  #canEnd = false;
  /** The number of fields of a line that was too short. */
  #short = 0;
  /** The second line is a complete record, or there is none. */
  #isAlone = true;
  #hasQuoted = false;
  #hasStray = false;
  #text = "";

  /** @param widths the numbers of fields that lines have, the one of the header first; none if they are unknown */
  constructor({ delimiter, newline }: CsvDialect, fields: Fields, widths: readonly number[]) {
    this.#delimiter = delimiter;
    this.#tab = delimiter === "\t" ? Number.NaN : TAB;
    this.#newline = newline;
    this.#fields = fields;
    this.#widths = widths;
  }

  begin(line: string): Reading {
    this.#fields.begin();
    this.isLoose = false;
    this.#lines = 0;
    this.#canEnd = false;
    this.#isAlone = true;
    this.#hasQuoted = false;
    this.#hasStray = false;
    this.#text = "";
    return this.#read(line, this.#opening(line, 0), 0);
  }

  goOn(line: string): Reading {
    if (this.#lines === 1 && line.trim() !== "") this.#isAlone &&= this.#isUsual(this.#widthOf(line));
    return this.#read(line, 0, this.#fields.width);
  }

  /** Lines of a damaged text have few fields. */
  keepWidth(width: number): void {
    if (width === this.last && width >= MIN_COLUMNS) this.isDoubtful = false;
    this.last = width;
  }

  /**
   * Reads the first line of a damaged record alone. With the usual number of delimiters, none of them is part of a text. The line must
   * have an odd number of quotes: with one quote too many, the first line of a text over several lines has an even number.
   * @returns whether its values are certain
   */
  readAlone(line: string): boolean {
    if (!this.#isAlone || !this.#isUsual(this.#widthOf(line))) return false;
    const parts = line.slice(0, lengthOf(line)).split(this.#delimiter);
    // Files with tabs or `|` often know no quotes, and their texts have no delimiters.
    const mayBePlain = /[\t|]/.test(this.#delimiter);
    const texts = parts.map((part) => enclosed(part, mayBePlain));
    const isPlain = mayBePlain && texts.every((text) => text === undefined);
    const isOpen = parts.some((part, at) => texts[at] === undefined && part.trimStart().startsWith('"'));
    if (!isPlain && (this.isDoubtful || isOpen || countOf('"', line) % 2 === 0)) return false;
    this.isLoose = true;
    this.#fields.begin();
    for (const [at, part] of parts.entries()) {
      if (this.#fields.isRead) this.#fields.add(texts[at] ?? part);
      else this.#fields.skip();
    }
    return true;
  }

  /**
   * @param text the start of a quoted text in the line, or -1
   * @param before the number of fields of the lines before
   */
  #read(line: string, text: number, before: number): Reading {
    const fields = this.#fields;
    const length = lengthOf(line);
    // The part of the line that is in a text over several lines. Its delimiters count if the line is read alone.
    let part = line;
    let inText = 0;
    let quote = line.indexOf('"');
    for (let at = 0; ; text = this.#opening(line, ++at)) {
      if (text >= 0) {
        const close = this.#closing(line, text, length);
        if (close === WRONG) return "damaged";
        if (close === NONE) {
          if (fields.isRead) this.#text += line.slice(text) + this.#newline;
          if (text > 0) part = line.slice(text);
          return this.#pause(line, part, fields.width - before + inText + countOf(this.#delimiter, line, text) + 1);
        }
        if (text === 0) {
          part = line.slice(0, close);
          if (this.#isJudging && this.#endsWithDelimiter(part)) return "damaged";
          inText = countOf(this.#delimiter, part);
        }
        if (fields.isRead) fields.add(unescaped(this.#text + line.slice(text, close)));
        else fields.skip();
        this.#text = "";
        this.#hasQuoted = true;
        at = this.#behindBlanks(line, close + 1);
      } else {
        const next = line.indexOf(this.#delimiter, at);
        const end = next < 0 ? length : next;
        if (quote >= 0 && quote < at) quote = line.indexOf('"', at);
        if (quote >= at && quote < end) {
          this.isLoose = true;
          this.#hasStray ||= !formula.test(line.slice(at, end));
        }
        if (fields.isRead) fields.add(line.slice(at, end));
        else fields.skip();
        at = end;
      }
      if (at >= length) return this.#finish(line, part, fields.width - before + inText);
    }
  }

  #pause(line: string, part: string, columns: number): Reading {
    if (this.#hasStray) return "damaged";
    if (this.#lines === 0) {
      if (this.isDoubtful && this.#startsWithDelimiter(part)) return "damaged";
      this.#canEnd = this.#isComplete(line, columns);
      this.#lines = 1;
    } else if (this.#lines === 1 && line.trim() !== "") {
      this.#lines = 2;
      if (this.#canEnd && this.#canBegin(line, part, columns)) return "damaged";
    }
    this.#canEnd ||= this.#isJudging && part.includes(`""${this.#delimiter}`);
    return "open";
  }

  #finish(line: string, part: string, columns: number): Reading {
    if (this.#hasStray && (this.#hasQuoted || this.isDoubtful)) return "damaged";
    if (!this.#isJudging) return "whole";
    const { width } = this.#fields;
    if (!this.#isUsual(width) && width !== this.#short) {
      const isShort = width < (this.#widths[0] ?? 0) && (this.#hasStray || width < this.#widthOf(line));
      // If all lines are short, only the first one is rejected.
      if (isShort && !this.#hasStray && width >= MIN_COLUMNS) this.#short = width;
      if (isShort || this.#lines > 0 || this.isDoubtful) return "damaged";
      this.isDoubtful = this.#hasQuoted;
    }
    return this.#canEnd && this.#canBegin(line, part, columns) ? "damaged" : "whole";
  }

  /** Whether a further line can begin a record, also with a doubled quote that is an opening quote and another one. */
  #canBegin(line: string, part: string, columns: number): boolean {
    return this.#isComplete(line, columns) || part.startsWith('""') || part.includes(`${this.#delimiter}""`);
  }

  #widthOf(line: string): number {
    return countOf(this.#delimiter, line) + 1;
  }

  #isUsual(width: number): boolean {
    return width === this.last || this.#widths.includes(width);
  }

  /** Whether a line can be a record of its own: with quotes around texts, or with quotes as text. */
  #isComplete(line: string, columns: number): boolean {
    const widths = [columns, this.#widthOf(line)];
    return this.#isJudging && widths.some((width) => width >= MIN_COLUMNS && this.#isUsual(width));
  }

  get #isJudging(): boolean {
    return this.#widths.length > 0 && this.last > 0;
  }

  #opening(line: string, at: number): number {
    const quote = this.#behindBlanks(line, at);
    return line.charCodeAt(quote) === QUOTE ? quote + 1 : -1;
  }

  #closing(line: string, from: number, length: number): number {
    for (let quote = line.indexOf('"', from); quote >= 0; quote = line.indexOf('"', quote + 1)) {
      if (line.charCodeAt(quote + 1) === QUOTE) {
        quote++;
        continue;
      }
      const next = this.#behindBlanks(line, quote + 1);
      if (next >= length || line.startsWith(this.#delimiter, next)) return quote;
      if (line[quote - 1] !== "\\") return WRONG;
    }
    return NONE;
  }

  /** Whether the closing quote behind a text can also be an opening quote. */
  #endsWithDelimiter(text: string): boolean {
    let end = text.length;
    while (text[end - 1] === '"') end--;
    while (text[end - 1] === " ") end--;
    return text[end - 1] === this.#delimiter;
  }

  /** Whether the opening quote before a text can also be a closing quote. */
  #startsWithDelimiter(text: string): boolean {
    let start = 0;
    while (text[start] === '"') start++;
    start = this.#behindBlanks(text, start);
    return start >= lengthOf(text) || text[start] === this.#delimiter;
  }

  #behindBlanks(line: string, at: number): number {
    let next = at;
    for (let sign = line.charCodeAt(next); sign === SPACE || sign === this.#tab; sign = line.charCodeAt(next)) next++;
    return next;
  }
}
