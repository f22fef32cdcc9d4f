import type { CsvDialect } from "./csv-records.ts";
import type { Fields } from "./fields.ts";

/** What the lines of a record so far are: the whole record, its first part, or no valid record. */
export type Reading = "whole" | "open" | "damaged";

/** Results of a search for a closing quote. */
const NONE = -1;
const WRONG = -2;
/** The lines of a text have the same number of delimiters as a header of fewer columns too often. */
const FEWEST_COLUMNS = 3;

const formula = /^="[^"]*"\s*$/;

/** How often a sign is in a part of a text. */
function countOf(sign: string, text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf(sign, from); at >= 0 && at < to; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/** The length of a line without the `\r` at its end. */
const lengthOf = (line: string): number => (line.endsWith("\r") ? line.length - 1 : line.length);

/** MySQL and PHP write `\"` for a quote. */
function unescaped(text: string, hasBackslash: boolean): string {
  const single = text.replaceAll('""', '"');
  return hasBackslash ? single.replaceAll('\\"', '"') : single;
}

/** The text between the quotes around a field; undefined for other fields. */
function enclosed(field: string): string | undefined {
  const text = field.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? unescaped(text.slice(1, -1), true) : undefined;
}

/**
 * Splits records with quotes, line by line. A record counts only if its quotes cannot mean anything else:
 * - Behind a closing quote, only blanks stand before the delimiter or the end of the line. `\"` before other text closes nothing.
 * - Beside quoted fields, no other field has quotes, except `="…"` of spreadsheets.
 * - A record over several lines has as many fields as the header or the record before. So has a record with fewer fields than the
 *   header whose texts have delimiters.
 * - In a record over several lines, the first line and the second or last line cannot both be records of their own.
 */
export class QuotedRecord {
  /** The number of fields of the record before; 0 before the header. */
  last = 0;
  /** The line can be the rest of a text whose first line is damaged. */
  isDoubtful = false;
  /** Whether a field has a quote that is neither doubled nor around the field. */
  isLoose = false;
  readonly #delimiter: string;
  readonly #newline: string;
  readonly #fields: Fields;
  readonly #widths: readonly number[];
  /** The lines so far that are not blank: none, the first one, or more. */
  #lines = 0;
  #isFirstComplete = false;
  /** The second line is a complete record, or there is none. */
  #isAlone = true;
  #hasQuoted = false;
  #hasStray = false;
  /** The text of the open field. */
  #text = "";
  #hasBackslash = false;

  /** @param widths the numbers of fields that lines have, the one of the header first; none if they are unknown */
  constructor({ delimiter, newline }: CsvDialect, fields: Fields, widths: readonly number[]) {
    this.#delimiter = delimiter;
    this.#newline = newline;
    this.#fields = fields;
    this.#widths = widths;
  }

  /** Reads the first line of a record. A line has no newline, but can end with `\r`. */
  begin(line: string): Reading {
    this.#fields.begin();
    this.isLoose = false;
    this.#lines = 0;
    this.#isFirstComplete = false;
    this.#isAlone = true;
    this.#hasQuoted = false;
    this.#hasStray = false;
    this.#text = "";
    this.#hasBackslash = false;
    return this.#read(line, this.#opening(line, 0), 0);
  }

  /** Reads the next line of an open record. */
  goOn(line: string): Reading {
    if (this.#lines === 1 && line.trim() !== "") this.#isAlone = this.#isUsual(this.#widthOf(line));
    return this.#read(line, 0, this.#fields.width);
  }

  /**
   * Reads the first line of a damaged record alone. With the usual number of delimiters, none of them is part of a text. The line must
   * have an odd number of quotes: with one quote too many, the first line of a text over several lines has an even number.
   * @returns whether its values are certain
   */
  readAlone(line: string): boolean {
    if (!this.#isAlone || this.isDoubtful || this.#widthOf(line) !== this.last) return false;
    const parts = line.slice(0, lengthOf(line)).split(this.#delimiter);
    const texts = parts.map(enclosed);
    // Files with tabs or `|` often know no quotes, and their texts have no delimiters.
    const isPlain = /[\t|]/.test(this.#delimiter) && texts.every((text) => text === undefined);
    const isOpen = parts.some((part, at) => texts[at] === undefined && part.trimStart().startsWith('"'));
    if (!isPlain && (isOpen || countOf('"', line) % 2 === 0)) return false;
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
    // The end of a text from the line before, and its delimiters: they count if the line is read alone.
    let rest = line;
    let inText = 0;
    let quote = line.indexOf('"');
    for (let at = 0; ; text = this.#opening(line, ++at)) {
      if (text >= 0) {
        const close = this.#closing(line, text, length);
        if (close === WRONG) return "damaged";
        if (close === NONE) {
          if (fields.isRead) this.#text += line.slice(text) + this.#newline;
          return this.#pause(rest, text, fields.width - before + inText + countOf(this.#delimiter, line, text) + 1);
        }
        if (text === 0) {
          if (this.#isBehindDelimiter(line, close)) return "damaged";
          rest = line.slice(0, close);
          inText = countOf(this.#delimiter, rest);
        }
        if (fields.isRead) fields.add(unescaped(this.#text + line.slice(text, close), this.#hasBackslash));
        else fields.skip();
        this.#text = "";
        this.#hasBackslash = false;
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
      if (at >= length) return this.#finish(rest, fields.width - before + inText);
    }
  }

  /** @param columns the number of fields of the line if it is read alone, the same for `#finish` */
  #pause(line: string, text: number, columns: number): Reading {
    if (this.#hasStray) return "damaged";
    if (this.#lines === 0) {
      this.#lines = 1;
      // A title that ends with an inch mark ends with `""`.
      const canEnd = line.includes(`""${this.#delimiter}`, text);
      this.#isFirstComplete = canEnd || this.#isComplete(columns) || this.#isComplete(this.#widthOf(line));
    } else if (this.#lines === 1 && line.trim() !== "") {
      this.#lines = 2;
      if (this.#isFirstComplete && this.#canBeRecord(line, columns)) return "damaged";
    }
    return "open";
  }

  #finish(line: string, columns: number): Reading {
    if (this.#hasStray && (this.#hasQuoted || this.isDoubtful)) return "damaged";
    const { width } = this.#fields;
    const [expected = 0] = this.#widths;
    if (!expected || !this.last) return "whole";
    if (!this.#isUsual(width)) {
      const isShort = width < expected && (this.#hasStray || width < this.#widthOf(line));
      if (isShort) this.last = width;
      if (isShort || this.#lines > 0 || this.isDoubtful) return "damaged";
    }
    return this.#isFirstComplete && this.#canBeRecord(line, columns) ? "damaged" : "whole";
  }

  /** Whether a further line of a record can be a record of its own. Its quotes can begin a field. */
  #canBeRecord(line: string, columns: number): boolean {
    return this.#isComplete(columns) || line.startsWith('""') || line.includes(`${this.#delimiter}""`);
  }

  /** The number of fields of a line if its quotes are text. */
  #widthOf(line: string): number {
    return countOf(this.#delimiter, line) + 1;
  }

  #isUsual(width: number): boolean {
    return width === this.last || this.#widths.includes(width);
  }

  #isComplete(columns: number): boolean {
    return this.#widths.length > 0 && this.last > 0 && columns >= FEWEST_COLUMNS && this.#isUsual(columns);
  }

  /** The start of the text behind an opening quote, or -1 if the field at this place has none. */
  #opening(line: string, at: number): number {
    const quote = this.#behindBlanks(line, at);
    return line[quote] === '"' ? quote + 1 : -1;
  }

  #closing(line: string, from: number, length: number): number {
    for (let quote = line.indexOf('"', from); quote >= 0; quote = line.indexOf('"', quote + 1)) {
      if (line[quote + 1] === '"') {
        quote++;
        continue;
      }
      const next = this.#behindBlanks(line, quote + 1);
      if (next >= length || line[next] === this.#delimiter) return quote;
      if (line[quote - 1] !== "\\") return WRONG;
      this.#hasBackslash = true;
    }
    return NONE;
  }

  /** Whether a quote can also open a field. */
  #isBehindDelimiter(line: string, quote: number): boolean {
    let before = quote - 1;
    while (line[before] === '"') before--;
    while (line[before] === " ") before--;
    return line[before] === this.#delimiter;
  }

  #behindBlanks(line: string, at: number): number {
    let next = at;
    while (line[next] === " " || (line[next] === "\t" && this.#delimiter !== "\t")) next++;
    return next;
  }
}
