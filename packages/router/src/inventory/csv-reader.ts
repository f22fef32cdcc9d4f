/** A quoted field that is longer than this was opened by mistake. */
const LONGEST_RECORD = 1 << 20;

export interface CsvSink {
  /** @param line the line of the file where the record begins, the first being 1 */
  row(line: number, fields: string[]): void;
  /** A record whose quote is never closed; reading goes on with the next line. */
  unclosed(line: number, text: string): void;
}

const blank = /^\s*$/;

/** Reads CSV (RFC 4180; CRLF or LF) from pieces of text; blank lines are passed over, a quote counts only where a field begins. */
export class CsvReader {
  #rest = "";
  #line = 1;
  readonly #delimiter: string;
  readonly #sink: CsvSink;

  constructor(delimiter: string, sink: CsvSink) {
    this.#delimiter = delimiter;
    this.#sink = sink;
  }

  push(text: string): void {
    this.#read(this.#rest + text, false);
  }

  end(): void {
    this.#read(this.#rest, true);
  }

  #read(text: string, last: boolean): void {
    let at = 0;
    while (at < text.length) {
      const newline = text.indexOf("\n", at);
      if (newline < 0 && !last) break;
      const stop = newline < 0 ? text.length : newline;
      const row = text.slice(at, text.charCodeAt(stop - 1) === 13 && stop > at ? stop - 1 : stop);
      if (!row.includes('"')) {
        if (!blank.test(row)) this.#sink.row(this.#line, row.split(this.#delimiter));
      } else {
        const end = this.#quoted(text, at, last);
        if (end === undefined) break;
        if (end > 0) {
          at = end;
          continue;
        }
        this.#sink.unclosed(this.#line, row);
      }
      this.#line++;
      at = stop + 1;
    }
    this.#rest = at < text.length ? text.slice(at) : "";
  }

  /** @returns where the next record begins; 0: the quote is never closed; undefined: more text is needed */
  #quoted(text: string, start: number, last: boolean): number | undefined {
    const fields: string[] = [];
    let at = start;
    for (;;) {
      let field = "";
      if (text[at] === '"') {
        at++;
        for (;;) {
          const quote = text.indexOf('"', at);
          if (quote < 0 || (quote + 1 === text.length && !last)) {
            return last || text.length - start > LONGEST_RECORD ? 0 : undefined;
          }
          field += text.slice(at, quote);
          at = quote + 1;
          if (text[at] !== '"') break;
          field += '"';
          at++;
        }
      }
      const newline = text.indexOf("\n", at);
      const delimiter = text.indexOf(this.#delimiter, at);
      if (newline < 0 && delimiter < 0 && !last) return text.length - start > LONGEST_RECORD ? 0 : undefined;
      const isLastField = delimiter < 0 || (newline >= 0 && newline < delimiter);
      const stop = isLastField ? (newline < 0 ? text.length : newline) : delimiter;
      field += text.slice(at, isLastField && text[stop - 1] === "\r" && stop > at ? stop - 1 : stop);
      fields.push(field);
      if (!isLastField) {
        at = stop + this.#delimiter.length;
        continue;
      }
      this.#sink.row(this.#line, fields);
      for (let i = text.indexOf("\n", start); i >= 0 && i < stop; i = text.indexOf("\n", i + 1)) this.#line++;
      this.#line++;
      return stop + 1;
    }
  }
}

/** The delimiter that splits the first line into the most parts, quoted text left out; a comma where there is none. */
export function findDelimiter(text: string): string {
  const header = (text.trimStart().split("\n", 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (delimiter: string): number => header.split(delimiter).length;
  return [",", ";", "\t", "|"].reduce((best, next) => (count(next) > count(best) ? next : best));
}
