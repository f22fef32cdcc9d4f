import type { FeedRecord, Prices, Wanted } from "../feed.ts";
import { textTooLong, tooManyRows } from "../feed-error.ts";
import { type LineRejection, lineTooLong, MAX_RECORD_BYTES, shown } from "../lines/feed-line.ts";
import { isMarkOf } from "../lines/read-price.ts";
import type { Workbook } from "./open-workbook.ts";
import { numberText } from "./open-workbook.ts";
import type { Budget } from "./open-zip.ts";
import { RichText, readXml } from "./read-xml.ts";

const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;

/** The column of a reference: `C5` is in column 2. undefined if the cell has no reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function repeatedCell(...values: string[]): LineRejection {
  const message = "A cell of the row is written twice, with different values. Save the sheet again, or as CSV.";
  return { field: null, code: "repeated_cell", message, value: shown(values.join(" | ")) };
}

class Rows {
  batch: FeedRecord[] = [];
  readonly #workbook: Workbook;
  /** By column; undefined for all columns. */
  readonly #indexes: Map<number, number> | undefined;
  readonly #empty: string[];
  #rows = 0;
  #row = 0;
  /** The number in the tag of the row. */
  #reference = 0;
  #column = -1;
  #fields: string[] = [];
  #numbers = new Set<number>();
  #isBlank = true;
  #repeated: LineRejection | undefined;
  #size = 0;
  #type = "";
  #style = 0;
  #value = "";
  #isValue = false;
  readonly #text = new RichText();

  readonly #most: number;
  readonly #prices: Prices | undefined;

  constructor(
    workbook: Workbook,
    positions: readonly number[] | undefined,
    { most = Number.POSITIVE_INFINITY, prices }: { most?: number; prices?: Prices | undefined } = {},
  ) {
    this.#most = most;
    this.#prices = prices;
    this.#workbook = workbook;
    this.#indexes = positions && new Map(positions.map((position, index) => [position, index]));
    this.#empty = (positions ?? []).map(() => "");
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      this.#openRow(Number(attributes.r));
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
    if (this.#value.length > MAX_RECORD_BYTES) throw textTooLong(MAX_RECORD_BYTES);
  }

  close(name: string): void {
    if (name === "c") this.#endCell();
    else if (name === "v") this.#isValue = false;
    else this.#text.close(name);
  }

  #openRow(reference: number): void {
    this.#column = -1;
    // Some writers make a tag for each cell of a row.
    if (reference > 0 && reference === this.#reference) return;
    this.end();
    if (++this.#rows > MAX_ROWS) throw tooManyRows(MAX_ROWS);
    this.#row = reference > this.#row && reference <= MAX_ROWS ? reference : this.#row + 1;
    this.#reference = reference;
  }

  #endCell(): void {
    const column = this.#column;
    if (column >= MAX_COLUMNS || this.#hasAll) return;
    const index = this.#indexes ? this.#indexes.get(column) : column;
    // Other cells only matter for whether the row is blank.
    if (index === undefined && !this.#isBlank) return;
    const text = this.#cellText();
    if (text === "") return;
    if (this.#isBlank && text.trim() !== "") this.#isBlank = false;
    this.#size += text.length;
    if (index === undefined || this.#size > MAX_RECORD_BYTES) return;
    while (this.#fields.length < index) this.#fields.push("");
    const known = this.#fields[index];
    if (known && known !== text) this.#repeated = repeatedCell(known, text);
    this.#fields[index] = text;
    if (this.#type === "n") this.#numbers.add(index);
  }

  get #hasAll(): boolean {
    return this.batch.length >= this.#most;
  }

  end(): void {
    if (!this.#hasAll) {
      const broken = this.#size > MAX_RECORD_BYTES ? lineTooLong(Buffer.from(this.#fields.join(" "))) : this.#repeated;
      if (broken) this.batch.push({ line: this.#row, broken });
      else if (!this.#isBlank)
        this.batch.push({ line: this.#row, fields: this.#fields, width: 0, numbers: this.#numbers });
    }
    this.#fields = this.#empty.slice();
    this.#numbers = new Set();
    this.#isBlank = true;
    this.#repeated = undefined;
    this.#size = 0;
  }

  #cellText(): string {
    const { strings, formats, is1904 } = this.#workbook;
    if (this.#type === "inlineStr") return this.#text.value;
    const value = this.#value;
    if (value === "") return "";
    if (this.#type === "s") return strings.at(Number(value)) ?? "#REF!";
    if (this.#type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (this.#type !== "n") return value;
    const format = formats[this.#style] ?? "plain";
    const text = numberText(value, format, is1904);
    return typeof format === "object" && "sign" in format && this.#isForeign(format.sign)
      ? `${text} ${format.sign}`
      : text;
  }

  #isForeign(sign: string): boolean {
    const prices = this.#prices;
    if (!prices?.positions.includes(this.#column)) return false;
    return !isMarkOf(prices.currency, sign);
  }
}

/**
 * A row can have several tags, so it ends with the next row.
 * @param wanted the selected columns, and the ones in which a foreign sign of a format is part of the text
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex
 */
export async function* sheetRows(
  workbook: Workbook,
  part: string,
  { positions, prices }: Wanted,
  budget: Budget,
): AsyncGenerator<FeedRecord[]> {
  const rows = new Rows(workbook, positions, { prices });
  for await (const _ of readXml(workbook.zip.read(part, budget), rows)) {
    const { batch } = rows;
    rows.batch = [];
    if (batch.length) yield batch;
  }
  rows.end();
  yield rows.batch;
}

/** @throws as {@link sheetRows} */
export async function firstRows(workbook: Workbook, part: string, budget: Budget, most: number): Promise<FeedRecord[]> {
  const rows = new Rows(workbook, undefined, { most });
  for await (const _ of readXml(workbook.zip.read(part, budget), rows)) if (rows.batch.length >= most) break;
  rows.end();
  return rows.batch;
}
