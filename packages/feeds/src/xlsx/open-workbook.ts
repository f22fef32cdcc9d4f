import { posix } from "node:path";
import { workbookTooComplex } from "../feed-error.ts";
import { isAnyMark } from "../lines/read-price.ts";
import { isMinorUnit } from "../lines/words-behind.ts";
import type { Budget, Zip } from "./open-zip.ts";
import { readSharedStrings, readXml, SharedStrings } from "./read-xml.ts";

/** How a format shows numbers. Dates and percentages must not pass as a price or a barcode. `sign`: of a currency, or its code. */
export type NumberFormat = "date" | "percent" | "plain" | { digits: number } | { sign: string };

function builtInFormat(id: number): NumberFormat {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  if (isDate) return "date";
  return id === 9 || id === 10 ? "percent" : "plain";
}

const MAX_CODE_LENGTH = 255;

/** For example `0000000000000` or `dd/mm/yyyy`. */
function formatOf(code: string): NumberFormat {
  if (code.length > MAX_CODE_LENGTH) return "plain";
  if (/^0+$/.test(code)) return { digits: code.length };
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "").replace(/general/gi, "");
  if (/[dmyhs]/i.test(bare)) return "date";
  if (bare.includes("%")) return "percent";
  const word = /"([^"]*)"/.exec(code.split(";")[0] ?? "")?.[1]?.trim() ?? "";
  const sign =
    /\[\$([^\]-]+)/.exec(code)?.[1] ??
    /\p{Sc}/u.exec(code.replace(/\[[^\]]*\]/g, ""))?.[0] ??
    (isAnyMark(word) || isMinorUnit(word) ? word : undefined);
  return sign === undefined ? "plain" : { sign: sign.trim() };
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
 * The displayed text of a number by its cell's format. Numbers from 10^15 have an exponent, because spreadsheets round them.
 * Dates are ISO 8601, so that a date never passes as a price.
 */
export function numberText(value: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (format === "date") return dateText(number, is1904);
  const shown = Number(number.toPrecision(DIGITS));
  if (format === "percent") return `${Number((shown * 100).toPrecision(DIGITS))}%`;
  if (Math.abs(shown) >= 10 ** DIGITS) return shown.toExponential();
  const text = Object.is(shown, -0) ? "0" : String(shown);
  const isPadded = typeof format === "object" && "digits" in format && /^\d+$/.test(text);
  return isPadded ? text.padStart(format.digits, "0") : text;
}

/** Spreadsheets allow 65,490 cell styles and fewer number formats. */
const MAX_STYLES = 1 << 16;

/** @returns the number formats by the style index of a cell. @throws FeedTooComplex, UnrecognisedFeed */
async function readNumberFormats(part: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCells = false;
  const steps = readXml(part, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (own.size > MAX_STYLES || formats.length > MAX_STYLES) throw workbookTooComplex("too many styles");
      if (name === "numFmt") own.set(id, formatOf(formatCode ?? ""));
      else if (name === "cellXfs") isCells = true;
      else if (name === "xf" && isCells) formats.push(own.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  for await (const _ of steps);
  return formats;
}

/** A sheet of cells. Sheets of charts and macros are left out. */
export interface Sheet {
  name: string;
  part: string;
  /** The state is `hidden` or `veryHidden`. */
  isHidden: boolean;
}

/** `strings` and `formats`: what the cells refer to. */
export interface Workbook {
  zip: Zip;
  strings: SharedStrings;
  formats: NumberFormat[];
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
    formats: styles ? await readNumberFormats(zip.read(styles, { left: MAX_STYLE_BYTES })) : [],
  };
}
