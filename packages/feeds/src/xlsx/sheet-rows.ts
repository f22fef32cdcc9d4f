import type { Feed, FeedRecord, Wanted } from "../feed.ts";
import { textTooLong, tooManyRows, workbookTooComplex } from "../feed-error.ts";
import type { Columns } from "../lines/feed-columns.ts";
import { type LineRejection, lineTooLong, MAX_RECORD_BYTES, shown } from "../lines/feed-line.ts";
import { type CellRole, shownNumber, shownText } from "./number-format.ts";
import type { Layout, Workbook } from "./open-workbook.ts";
import { numberText } from "./open-workbook.ts";
import type { Budget } from "./open-zip.ts";
import { isOn, RAISED, RichText, readXml, STRUCK } from "./read-xml.ts";

const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
const MAX_MERGED = 1 << 17;

/** In place of a value that a person may read in another way. They look like the errors of a spreadsheet, so that no field takes them. */
const UNCLEAR = { format: "#FORMAT!", struck: "#STRUCK!", raised: "#RAISED!", merged: "#MERGED!", unknown: "#CALC!" };

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
  #isHidden = false;
  #type = "";
  #style = 0;
  #value = "";
  #isValue = false;
  #isFormula = false;
  readonly #text = new RichText();
  readonly #layout: Layout;
  readonly #merged: Layout["merged"] = new Map();
  /** The last rows of the merged cells, by column. */
  readonly #mergedUntil = new Map<number, number>();

  readonly #most: number;
  readonly #roles: ReadonlyMap<number, CellRole>;
  readonly #headerRow: number;

  constructor(
    workbook: Workbook,
    part: string,
    { positions, roles, headerRow = 0 }: Partial<SheetPlaces> = {},
    most = Number.POSITIVE_INFINITY,
  ) {
    this.#most = most;
    this.#roles = roles ?? new Map();
    this.#headerRow = headerRow;
    this.#workbook = workbook;
    this.#layout = workbook.layouts.get(part) ?? { hiddenColumns: [], hasHiddenRows: false, merged: new Map() };
    workbook.layouts.set(part, this.#layout);
    this.#indexes = positions && new Map(positions.map((position, index) => [position, index]));
    this.#empty = (positions ?? []).map(() => "");
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      this.#openRow(Number(attributes.r));
      this.#isHidden = (attributes.hidden !== undefined && isOn(attributes.hidden)) || attributes.ht === "0";
    } else if (name === "c") {
      this.#column = columnOf(attributes.r) ?? this.#column + 1;
      this.#type = attributes.t ?? "n";
      this.#style = Number(attributes.s);
      this.#value = "";
      this.#isFormula = false;
      this.#text.clear();
    } else if (name === "v") {
      this.#isValue = true;
    } else if (name === "f") {
      this.#isFormula = true;
    } else if (name === "cols") {
      this.#layout.hiddenColumns = [];
    } else if (name === "col") {
      this.#addColumns(attributes);
    } else if (name === "mergeCell") {
      this.#addMerged(attributes.ref ?? "");
    } else {
      this.#text.open(name, attributes);
    }
  }

  #addColumns({ min, max, hidden, width }: Record<string, string>): void {
    const known = this.#layout.hiddenColumns;
    const isHidden = (hidden !== undefined && isOn(hidden)) || width === "0";
    if (isHidden && known.length < MAX_COLUMNS) known.push([Number(min) - 1, Number(max) - 1]);
  }

  #addMerged(ref: string): void {
    const [from = "", to = from] = ref.split(":");
    const [first, last] = [from, to].map((cell) => Number(cell.replace(/\D+/, ""))) as [number, number];
    if (!(last > first) || first <= this.#headerRow) return;
    for (const [column, role] of this.#roles) {
      if (role === "price" || column < (columnOf(from) ?? 0) || column > (columnOf(to) ?? -1)) continue;
      if (this.#merged.size > MAX_MERGED) throw workbookTooComplex("too many merged cells");
      this.#merged.set(first, (this.#merged.get(first) ?? new Map()).set(column, last));
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
    for (const [column, last] of this.#layout.merged.get(this.#row) ?? []) this.#mergedUntil.set(column, last);
  }

  #endCell(): void {
    const column = this.#column;
    if (column >= MAX_COLUMNS || this.#hasAll) return;
    const index = this.#indexes ? this.#indexes.get(column) : column;
    // Other cells only matter for whether the row is blank.
    if (index === undefined && !this.#isBlank) return;
    const text = this.#cellText();
    if (text === "") return;
    // A formula without a result can be below the last line.
    if (this.#isBlank && text.trim() !== "" && text !== UNCLEAR.unknown) this.#isBlank = false;
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
      if (!this.#isBlank && this.#row > this.#headerRow) this.#endLine();
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

  #endLine(): void {
    if (this.#isHidden && this.#roles.size) this.#layout.hasHiddenRows = true;
    for (const [column, last] of this.#mergedUntil) {
      const index = this.#indexes?.get(column);
      if (index === undefined || last < this.#row) continue;
      while (this.#fields.length < index) this.#fields.push("");
      this.#fields[index] = UNCLEAR.merged;
    }
  }

  /** After the last row. */
  endSheet(): void {
    this.end();
    if (this.#roles.size) this.#layout.merged = this.#merged;
  }

  #cellText(): string {
    const { strings, styles, is1904 } = this.#workbook;
    const { format = "plain", struck = false } = styles[this.#style] ?? {};
    const role = this.#roles.get(this.#column);
    const value = this.#value;
    const isNumber = this.#type === "n";
    if (value === "" && this.#isFormula && role && this.#type !== "str") return UNCLEAR.unknown;
    if (isNumber && value === "") return "";
    const text = isNumber ? numberText(value, format, is1904) : this.#bareText(strings);
    const mark = text[0];
    if (!role) return mark === STRUCK || mark === RAISED ? text.slice(1) : text;
    if (mark === RAISED) return UNCLEAR.raised;
    if (mark === STRUCK || (struck && text.trim())) return UNCLEAR.struck;
    if (text === "" || !Array.isArray(format)) return text;
    return isNumber
      ? (shownNumber(Number(value), text, format, role) ?? UNCLEAR.format)
      : shownText(text, format, role);
  }

  #bareText(strings: Workbook["strings"]): string {
    if (this.#type === "inlineStr") return this.#text.value;
    const value = this.#value;
    if (value === "") return "";
    if (this.#type === "s") return strings.at(Number(value)) ?? "#REF!";
    return this.#type === "b" ? (value === "1" ? "TRUE" : "FALSE") : value;
  }
}

interface SheetPlaces extends Pick<Wanted, "positions" | "roles"> {
  /** Rows up to it have no values. */
  headerRow: number;
}

/**
 * A row can have several tags, so it ends with the next row.
 * @param places the selected columns. The merged cells of a sheet are known from the second pass on
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex
 */
export async function* sheetRows(
  workbook: Workbook,
  part: string,
  places: SheetPlaces,
  budget: Budget,
): AsyncGenerator<FeedRecord[]> {
  const rows = new Rows(workbook, part, places);
  for await (const _ of readXml(workbook.zip.read(part, budget), rows)) {
    const { batch } = rows;
    rows.batch = [];
    if (batch.length) yield batch;
  }
  rows.endSheet();
  yield rows.batch;
}

/** @throws as {@link sheetRows} */
export async function firstRows(workbook: Workbook, part: string, budget: Budget, most: number): Promise<FeedRecord[]> {
  const rows = new Rows(workbook, part, {}, most);
  for await (const _ of readXml(workbook.zip.read(part, budget), rows)) if (rows.batch.length >= most) break;
  rows.end();
  return rows.batch;
}

/** Columns with a field that are looked at. */
const MAX_HIDDEN = 50;

/** The names of a feed. A hidden column has none if another column has its field. */
export function shownNames(
  feed: Feed,
  columnsOf: (names: string[]) => Pick<Columns<string>, "positions" | "indexes" | "absent">,
): string[] {
  const hidden = layoutsOf(feed).flatMap(({ hiddenColumns }) => hiddenColumns);
  let { names } = feed;
  if (!hidden.length) return names;
  let columns = columnsOf(names);
  const seen = new Set<number>();
  const isNew = (at: number): boolean => !seen.has(at) && hidden.some(([first, last]) => at >= first && at <= last);
  for (
    let at = columns.positions.find(isNew);
    at !== undefined && seen.size < MAX_HIDDEN;
    at = columns.positions.find(isNew)
  ) {
    seen.add(at);
    const shown = columnsOf(names.with(at, ""));
    const isSpare = shown.indexes.size === columns.indexes.size;
    if (!isSpare || Object.keys(shown.absent).length > Object.keys(columns.absent).length) continue;
    names = names.with(at, "");
    columns = shown;
  }
  return names;
}

/** Whether a line that was read is hidden. */
export const hasHiddenRows = (feed: Feed): boolean => layoutsOf(feed).some((layout) => layout.hasHiddenRows);

const layoutsOf = (feed: Feed): Layout[] =>
  feed.format === "xlsx" ? feed.sheets.flatMap(({ part }) => feed.workbook.layouts.get(part) ?? []) : [];
