import type { FeedRecord } from "../feed.ts";
import { LONGEST_RECORD, lineTooLong } from "../line-rejection.ts";
import { numberText } from "./number-text.ts";
import type { Workbook } from "./open-workbook.ts";
import { readXml } from "./read-xml.ts";
import { RichText } from "./rich-text.ts";

/** More than these no spreadsheet has. */
const MOST_COLUMNS = 16_384;
const MOST_ROWS = 1_048_576;

/** `C5` is in column 2; undefined: the cell does not say. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Puts rows together from the tags of a sheet. */
class Rows {
  /** Rows that are whole and not blank. */
  batch: FeedRecord[] = [];
  readonly #workbook: Workbook;
  #row = 0;
  #column = -1;
  #fields: string[] = [];
  #size = 0;
  #type = "";
  #style = 0;
  #value = "";
  #isValue = false;
  readonly #text = new RichText();

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      const row = Number(attributes.r);
      this.#row = row > this.#row && row <= MOST_ROWS ? row : this.#row + 1;
      this.#column = -1;
      this.#fields = [];
      this.#size = 0;
    } else if (name === "c") {
      this.#column = columnOf(attributes.r) ?? this.#column + 1;
      this.#type = attributes.t ?? "n";
      this.#style = Number(attributes.s);
      this.#value = "";
      this.#text.clear();
    } else if (name === "v") {
      this.#isValue = true;
    } else {
      this.#text.open(name);
    }
  }

  text(piece: string): void {
    if (this.#isValue) this.#value += piece;
    else this.#text.add(piece);
  }

  close(name: string): void {
    if (name === "row") this.#endRow();
    else if (name === "c") this.#endCell();
    else if (name === "v") this.#isValue = false;
    else this.#text.close(name);
  }

  #endCell(): void {
    const text = this.#cellText();
    if (text === "" || this.#column >= MOST_COLUMNS) return;
    this.#size += text.length;
    if (this.#size > LONGEST_RECORD) return;
    while (this.#fields.length < this.#column) this.#fields.push("");
    this.#fields[this.#column] = text;
  }

  #endRow(): void {
    if (this.#size > LONGEST_RECORD) {
      this.batch.push({ line: this.#row, broken: lineTooLong(Buffer.from(this.#fields.join(" "))) });
    } else if (this.#fields.some((field) => field.trim() !== "")) {
      this.batch.push({ line: this.#row, fields: this.#fields });
    }
  }

  #cellText(): string {
    const { strings, formats, is1904 } = this.#workbook;
    if (this.#type === "inlineStr") return this.#text.value;
    const value = this.#value;
    if (value === "") return "";
    if (this.#type === "s") return strings.at(Number(value)) ?? "#REF!";
    if (this.#type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (this.#type === "n") return numberText(value, formats[this.#style] ?? "plain", is1904);
    return value;
  }
}

/** The rows of a sheet that are not blank, as cells show them, a batch for each piece. @throws UnrecognisedFeed, PayloadTooLarge */
export async function* sheetRows(workbook: Workbook, sheet: string): AsyncGenerator<FeedRecord[]> {
  const rows = new Rows(workbook);
  for await (const _ of readXml(workbook.zip.read(sheet, { left: workbook.zip.limit }), rows)) {
    const { batch } = rows;
    rows.batch = [];
    if (batch.length) yield batch;
  }
}
