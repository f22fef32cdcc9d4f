import { posix } from "node:path";
import { workbookTooComplex } from "../feed-error.ts";
import { type Section, sectionsOf } from "./number-format.ts";
import type { Budget, Zip } from "./open-zip.ts";
import { isOn, readSharedStrings, readXml, SharedStrings } from "./read-xml.ts";

/** How a format shows numbers. Dates and percentages must not pass as a price or a barcode. */
export type NumberFormat = "date" | "percent" | "plain" | Section[];

function builtInFormat(id: number): NumberFormat {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  if (isDate) return "date";
  return id === 9 || id === 10 ? "percent" : "plain";
}

const MAX_CODE_LENGTH = 255;

/** For example `0000000000000` or `dd/mm/yyyy`. */
function formatOf(code: string): NumberFormat {
  if (code.length > MAX_CODE_LENGTH) return "plain";
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replace(/general/gi, "");
  if (/[dmyhs]/i.test(bare)) return "date";
  if (bare.includes("%")) return "percent";
  return /^[#,]*0(?:\.[0#]+)?$/.test(code) ? "plain" : sectionsOf(code);
}

const DIGITS = 15;
const MILLISECONDS = 86_400_000;
/** Days from the start of a spreadsheet's calendar (1900 or 1904) to 1970. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

function dateText(days: number, is1904: boolean): string {
  const date = new Date(Math.round((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * MILLISECONDS));
  if (Number.isNaN(date.getTime())) return "#####";
  const [day = "", time = ""] = date.toISOString().split(/[T.]/);
  if (days >= 0 && days < 1) return time;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

/**
 * The text of a number without the words and signs of its cell's format. Numbers from 10^15 have an exponent, because spreadsheets round them.
 * Dates are ISO 8601, so that a date never passes as a price.
 */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (format === "date") return dateText(number, is1904);
  const shown = Number(number.toPrecision(DIGITS));
  if (format === "percent") return `${Number((shown * 100).toPrecision(DIGITS))}%`;
  if (Math.abs(shown) >= 10 ** DIGITS) return shown.toExponential();
  return Object.is(shown, -0) ? "0" : String(shown);
}

/** Spreadsheets allow 65,490 cell styles and fewer number formats. */
const MAX_STYLES = 1 << 16;

/** `struck`: whether the font is struck through. */
interface CellStyle {
  format: NumberFormat;
  struck: boolean;
}

/** @returns the styles by their index in a cell. @throws FeedTooComplex, UnrecognisedFeed */
async function readStyles(part: AsyncIterable<Uint8Array>): Promise<CellStyle[]> {
  const own = new Map<number, NumberFormat>();
  const styles: CellStyle[] = [];
  const struck = new Set<number>();
  let list = "";
  let fonts = 0;
  const steps = readXml(part, {
    open(name, { numFmtId, formatCode, fontId, val }) {
      const id = Number(numFmtId);
      if (own.size > MAX_STYLES || styles.length > MAX_STYLES || struck.size > MAX_STYLES)
        throw workbookTooComplex("too many styles");
      if (name === "numFmt") own.set(id, formatOf(formatCode ?? ""));
      else if (name === "cellXfs" || name === "fonts") list = name;
      else if (name === "font") fonts++;
      else if (name === "strike" && list === "fonts" && isOn(val)) struck.add(fonts - 1);
      else if (name === "xf" && list === "cellXfs")
        styles.push({ format: own.get(id) ?? builtInFormat(id), struck: struck.has(Number(fontId)) });
    },
    close(name) {
      if (name === list) list = "";
    },
  });
  for await (const _ of steps);
  return styles;
}

/** What a sheet shows besides its values. */
export interface Layout {
  /** First and last positions of columns. */
  hiddenColumns: [first: number, last: number][];
  hasHiddenRows: boolean;
  /** Cells over several rows: the last row by the first row and the column, if each row needs a value. Known after one pass. */
  merged: Map<number, Map<number, number>>;
}

/** A sheet of cells. Sheets of charts and macros are left out. */
export interface Sheet {
  name: string;
  part: string;
  /** The state is `hidden` or `veryHidden`. */
  isHidden: boolean;
}

/** `strings` and `styles`: what the cells refer to. `layouts`: by the parts of the sheets that were read. */
export interface Workbook {
  zip: Zip;
  strings: SharedStrings;
  styles: CellStyle[];
  layouts: Map<string, Layout>;
  is1904: boolean;
  sheets: Sheet[];
  /** For each pass over the sheets, without the workbook's texts. */
  budget: Budget;
}

/** Unpacked bytes of the structure and of the styles, which stay in memory. */
const MAX_STRUCTURE = 4 << 20;
const MAX_STYLE_BYTES = 32 << 20;
const MAX_SHEETS = 250;

interface Relation {
  id: string;
  type: string;
  part: string;
}

/** `xl/workbook.xml` has its relations in `xl/_rels/workbook.xml.rels`. */
async function readRelations(zip: Zip, part: string, budget: Budget): Promise<Relation[]> {
  const { dir, base } = posix.parse(part);
  const relations: Relation[] = [];
  const steps = readXml(zip.read(posix.join(dir, "_rels", `${base}.rels`), budget), {
    open(name, { Id = "", Type = "", Target = "" }) {
      if (name !== "Relationship") return;
      const target = Target.startsWith("/") ? Target.slice(1) : posix.join(dir, Target);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), part: target });
    },
  });
  for await (const _ of steps);
  return relations;
}

/** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openWorkbook(zip: Zip): Promise<Workbook> {
  const structure = { left: MAX_STRUCTURE };
  const [main] = (await readRelations(zip, "", structure)).filter(({ type }) => type === "officeDocument");
  const part = main?.part ?? "xl/workbook.xml";
  const relations = await readRelations(zip, part, structure);
  const worksheets = new Map(relations.flatMap(({ id, type, part }) => (type === "worksheet" ? [[id, part]] : [])));
  const sheets: Sheet[] = [];
  let is1904 = false;
  const steps = readXml(zip.read(part, structure), {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      const sheet = worksheets.get(id ?? "");
      if (sheet === undefined) return;
      if (sheets.length === MAX_SHEETS) throw workbookTooComplex(`more than ${MAX_SHEETS} sheets`);
      const isHidden = attributes.state === "hidden" || attributes.state === "veryHidden";
      sheets.push({ name: attributes.name ?? "", part: sheet, isHidden });
    },
  });
  for await (const _ of steps);
  const partOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type === type && zip.has(relation.part))?.part;
  const strings = partOf("sharedStrings");
  const styles = partOf("styles");
  const budget = { left: zip.limit };
  return {
    zip,
    sheets,
    is1904,
    budget,
    strings: strings ? await readSharedStrings(zip.read(strings, budget)) : new SharedStrings(),
    layouts: new Map(),
    styles: styles ? await readStyles(zip.read(styles, { left: MAX_STYLE_BYTES })) : [],
  };
}
