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
const enclosed = /^\s*".*"\s*$/s;

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

/**
 * Splits records with quotes, line by line. A record counts only if its quotes cannot mean anything else:
 * - Behind a closing quote, only blanks stand before the delimiter or the end of the line.
 * - Beside quoted fields, no other field has quotes, except `="…"` of spreadsheets.
 * - A record of several lines has as many fields as the header or the record before. Its first line and its second or last line are
 *   not both complete records if they are read alone.
 * - A record of one line has the usual number of fields with its quotes, or has another number without them, too.
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
  readonly #columns: number;
  /** The lines so far that are not blank: none, the first one, or more. */
  #lines = 0;
  #isFirstComplete = false;
  #hasQuoted = false;
  #hasStray = false;
  /** The text of the open field. */
  #text = "";
  #hasBackslash = false;

  /** @param columns the number of columns of the header; 0 if it is unknown */
  constructor({ delimiter, newline }: CsvDialect, fields: Fields, columns: number) {
    this.#delimiter = delimiter;
    this.#newline = newline;
    this.#fields = fields;
    this.#columns = columns;
  }

  /** Reads the first line of a record. A line has no newline, but can end with `\r`. */
  begin(line: string): Reading {
    this.#fields.begin();
    this.isLoose = false;
    this.#lines = 0;
    this.#isFirstComplete = false;
    this.#hasQuoted = false;
    this.#hasStray = false;
    this.#text = "";
    this.#hasBackslash = false;
    return this.#read(line, this.#opening(line, 0), 0);
  }

  /** Reads the next line of an open record. */
  goOn(line: string): Reading {
    return this.#read(line, 0, this.#fields.width);
  }

  /**
   * Reads the first line of a damaged record alone. If it has the usual number of delimiters, no delimiter is part of a text.
   * @returns whether its values are certain
   */
  readAlone(line: string): boolean {
    if (this.isDoubtful || this.#widthOf(line) !== this.last || countOf('"', line) % 2 === 0) return false;
    const parts = line.slice(0, lengthOf(line)).split(this.#delimiter);
    // Files with tabs or `|` often know no quotes. In other files, the text of an open quote can go on in the next line.
    const isPlain = /[\t|]/.test(this.#delimiter) && !parts.some((part) => enclosed.test(part));
    if (!isPlain && parts.some((part) => /^\s*"/.test(part) && !enclosed.test(part))) return false;
    this.isLoose = true;
    this.#fields.begin();
    for (const part of parts) {
      if (this.#fields.isRead) this.#fields.add(enclosed.test(part) ? unescaped(part.trim().slice(1, -1), true) : part);
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
    /** What the line has more fields if it is read alone, because delimiters of a text count then. */
    let inText = 0;
    let quote = line.indexOf('"');
    for (let at = 0; ; text = this.#opening(line, ++at)) {
      if (text >= 0) {
        const close = this.#closing(line, text, length);
        if (close === WRONG) return "damaged";
        if (close === NONE) {
          if (fields.isRead) this.#text += line.slice(text) + this.#newline;
          return this.#pause(line, text, fields.width - before + inText + countOf(this.#delimiter, line, text) + 1);
        }
        if (text === 0) {
          if (this.#isBehindDelimiter(line, close)) return "damaged";
          inText = countOf(this.#delimiter, line, 0, close);
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
      if (at >= length) return this.#finish(line, fields.width - before + inText);
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
    if (!this.#columns || !this.last) return "whole";
    const { width } = this.#fields;
    const hides = this.#lines > 0 || (width < this.#columns && width < this.#widthOf(line));
    if ((hides || this.isDoubtful) && !this.#isUsual(width)) return "damaged";
    return this.#isFirstComplete && this.#canBeRecord(line, columns) ? "damaged" : "whole";
  }

  /** Whether a further line of a record can be a record of its own. Its quotes can begin a field. */
  #canBeRecord(line: string, columns: number): boolean {
    return this.#isComplete(columns) || line.includes(`${this.#delimiter}""`);
  }

  /** The number of fields of a line if its quotes are text. */
  #widthOf(line: string): number {
    return countOf(this.#delimiter, line) + 1;
  }

  #isUsual(width: number): boolean {
    return width === this.#columns || width === this.last;
  }

  #isComplete(columns: number): boolean {
    return this.#columns > 0 && this.last > 0 && columns >= FEWEST_COLUMNS && this.#isUsual(columns);
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
