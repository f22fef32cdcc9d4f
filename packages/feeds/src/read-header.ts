import { type CsvDialect, CsvRecords, findDelimiter, findNewline, isOpen, namedWidth } from "./csv/csv-records.ts";
import type { CsvFeed, Feed, FeedBytes, JsonFeed, XlsxFeed } from "./feed.ts";
import { emptyFile, fileWithPassword } from "./feed-error.ts";
import { JsonArrayTexts, NdjsonTexts, parseObject } from "./json/json-records.ts";
import { MAX_RECORD_BYTES, shown } from "./lines/feed-line.ts";
import { markup, otherPackage, otherThanText } from "./other-formats.ts";
import { type Encoding, findEncoding, utf8Pieces } from "./utf8.ts";
import { openWorkbook, type Sheet } from "./xlsx/open-workbook.ts";
import { openZip, type Zip, zippedFile } from "./xlsx/open-zip.ts";
import { firstRows } from "./xlsx/sheet-rows.ts";

/** Bytes at the start of a file that are examined. A CSV header must end within them. */
const HEAD = 1 << 16;
const MAX_NAMES = 1_000;
const MAX_BLANK = 100;
/** First lines that are not blank and can be the header. */
const HEADER_LINES = 20;

async function readHead(spool: FeedBytes, encoding: Encoding): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of utf8Pieces(spool, encoding)) {
    pieces.push(Uint8Array.from(piece));
    length += piece.length;
    if (length > HEAD) break;
  }
  return Buffer.concat(pieces);
}

export type ScoreHeader = (names: string[], sheet?: string) => number;
/** The score of a line with all required columns. */
export const COMPLETE = 1_000;
/** What the name of a sheet adds for each rank. */
export const SHEET_RANK = 50;

interface Candidate {
  line: number;
  names: string[];
}

/**
 * The header among the first lines: the first line with all required columns. A report can have a title above it. Otherwise the line
 * with the most known names, and then with the most cells.
 */
function bestHeader<One extends Candidate>(lines: readonly One[], score: ScoreHeader): One | undefined {
  const scored = lines.map((one) => {
    const known = one.names.some((name) => name.trim() !== "") ? score(one.names) : 0;
    return { one, score: known, cells: one.names.filter((name) => name.trim() !== "").length };
  });
  const complete = scored.find((line) => line.score >= COMPLETE);
  return (complete ?? scored.toSorted((a, b) => b.score - a.score || b.cells - a.cells)[0])?.one;
}

function firstRecord(text: Buffer, newline: "\n" | "\r", isWhole: boolean): string[] | undefined {
  const delimiter = findDelimiter(text.toString("utf8"), newline);
  let names: string[] | undefined;
  const records = new CsvRecords(
    { delimiter, newline },
    {
      record: (_, fields) => {
        names ??= fields;
      },
      broken: (_, { value }) => {
        names ??= [value ?? ""];
      },
    },
  );
  records.push(text);
  if (isWhole) records.end();
  while (!names && records.read());
  return names;
}

const isPart = (field: string, next = ""): boolean => /^\s*\d+\s*$/.test(field) && /^\s*\d\d?\s*$/.test(next);

/**
 * How many fields lines have behind the named columns, because tills end their header or their lines with further delimiters. Most of the
 * first lines decide, because one of them can be damaged. `usual` is more than `taken` if half of the lines have more, and the others can
 * have lost a delimiter.
 */
function blankFields(text: Buffer, dialect: CsvDialect, names: readonly string[], isWhole: boolean) {
  const named = namedWidth(names);
  const more: number[] = [];
  let rows = 0;
  let isWithout = false;
  const records = new CsvRecords(dialect, {
    record(_, fields, width, isLoose) {
      if (rows++ === 0 || rows > HEADER_LINES || width < named) return;
      // Its delimiters can be in a text whose opening quote is damaged, unless the quote is in the first field.
      if (
        isLoose &&
        width > names.length &&
        fields.some((field, at) => /^"/.test(field) || (at > 0 && field.includes('"')))
      )
        return;
      // A line with further values is rejected later, so its width says nothing. A decimal comma without quotes moves values there.
      const isSplit = dialect.delimiter === "," && fields.some((field, at) => isPart(field, fields[at + 1]));
      if (fields.slice(isSplit ? named : names.length).every((field) => field.trim() === ""))
        more.push(fields.length - named);
      isWithout ||= fields.length === named && fields.at(-1)?.trim() !== "";
    },
    broken() {},
  });
  records.push(text);
  if (isWhole) records.end();
  while (rows <= HEADER_LINES && records.read());
  more.sort((a, b) => a - b);
  const at = (index: number): number => Math.min(more[index] ?? 0, MAX_BLANK);
  const taken = at(Math.floor((more.length - 1) / 2));
  return { taken, usual: isWithout ? taken : at(Math.floor(more.length / 2)) };
}

function csvHeader(spool: FeedBytes, encoding: Encoding, head: Buffer, score: ScoreHeader): CsvFeed {
  const newline = findNewline(head.toString("utf8", 0, HEAD));
  const text = head.subarray(0, HEAD);
  const isWhole = head.length <= HEAD && !spool.isPartial;
  const lines: (Candidate & { offset: number })[] = [];
  let line = 1;
  for (let offset = 0; offset < text.length && lines.length < HEADER_LINES; line++) {
    const end = text.indexOf(newline, offset);
    const next = end < 0 ? text.length : end + 1;
    const own = text.toString("utf8", offset, next);
    if (own.trim() !== "") {
      // A candidate is one line, or more lines if a name has newlines in quotes.
      const isLong = lines.length === 0 || isOpen(own);
      const piece = isLong ? text.subarray(offset) : text.subarray(offset, next);
      const names = firstRecord(piece, newline, isWhole || !isLong);
      if (names) lines.push({ line, names, offset });
      if (lines.length === 1 && lines[0] && score(lines[0].names) >= COMPLETE) break;
    }
    offset = next;
  }
  const { names, offset, line: first } = bestHeader(lines, score) ?? { names: [], offset: 0, line: 1 };
  const start = { offset, line: first };
  const dialect = { delimiter: findDelimiter(text.toString("utf8", offset), newline), newline };
  const { taken, usual } = blankFields(text.subarray(offset), dialect, names, isWhole);
  const named = names.slice(0, namedWidth(names));
  const padded = [...named, ...Array<string>(taken).fill("")];
  const above = lines.filter((one) => one.offset < offset).map((one) => one.names);
  return { spool, names: padded, above, format: "csv", encoding, dialect, start, usualWidth: named.length + usual };
}

async function jsonHeader(spool: FeedBytes, encoding: Encoding, format: JsonFeed["format"]): Promise<JsonFeed> {
  const names = new Set<string>();
  let left = HEAD;
  const sink = {
    text(_: number, text: string) {
      // After the examined part only the first object counts, because it can be long.
      const read = left > 0 || names.size === 0 ? parseObject(text) : undefined;
      if (!read || !("object" in read)) return;
      for (const name of Object.keys(read.object)) if (names.size < MAX_NAMES) names.add(name);
    },
    broken() {},
  };
  const texts = format === "json" ? new JsonArrayTexts(sink) : new NdjsonTexts(sink);
  let isWhole = true;
  for await (const piece of utf8Pieces(spool, encoding)) {
    const within = Math.max(0, Math.min(left, piece.length));
    texts.push(piece.subarray(0, within));
    left -= piece.length;
    if (within === piece.length) continue;
    isWhole &&= names.size === 0 && left >= -MAX_RECORD_BYTES;
    if (!isWhole) break;
    texts.push(piece.subarray(within));
  }
  if (isWhole && !spool.isPartial) texts.end();
  return { spool, names: [...names], format, encoding };
}

/** Equal for headers with the same names, without case and blanks. */
function spelling(names: readonly string[]): string {
  const bare = names.map((name) => name.replace(/\s/g, "").toLowerCase());
  return bare.slice(0, bare.findLastIndex((name) => name !== "") + 1).join("\0");
}

const MAX_IGNORED = 20;

/**
 * All visible sheets with the header and the rank of the first complete one of the best rank are the feed. A hidden sheet is often an old state of the stock, so the
 * first hidden one counts only if no visible sheet is complete.
 */
async function xlsxHeader(spool: FeedBytes, zip: Zip, score: ScoreHeader): Promise<XlsxFeed> {
  const workbook = await openWorkbook(zip);
  const budget = { left: spool.limit };
  const seen: (Sheet & { names: string[]; above: string[][]; headerRow: number; score: number })[] = [];
  for (const sheet of workbook.sheets) {
    const rows = await firstRows(workbook, sheet.part, budget, HEADER_LINES);
    const scoreIn = (names: string[]) => score(names, sheet.name);
    const header = bestHeader(
      rows.map(({ line, fields }) => ({ line, names: fields ?? [] })),
      scoreIn,
    );
    if (!header) continue;
    const above = rows.filter(({ line }) => line < header.line).map(({ fields = [] }) => fields);
    seen.push({ ...sheet, names: header.names, above, headerRow: header.line, score: scoreIn(header.names) });
  }
  if (!seen.length) throw emptyFile();
  const visible = seen.filter(({ isHidden }) => !isHidden);
  const rank = ({ score }: (typeof seen)[number]) => (score < COMPLETE ? 0 : Math.floor(score / SHEET_RANK));
  const ranked = (sheets: typeof seen) => sheets.filter(rank).toSorted((a, b) => rank(b) - rank(a));
  const complete = ranked(visible)[0] ?? ranked(seen)[0];
  const main = complete ?? (visible.length ? visible : seen).toSorted((a, b) => b.score - a.score)[0];
  const isTaken = (sheet: (typeof seen)[number]): boolean =>
    sheet === main ||
    (!main?.isHidden && sheet.score === main?.score && spelling(sheet.names) === spelling(main?.names ?? []));
  const candidates = main?.isHidden ? seen : visible;
  const ignored = candidates.filter((sheet) => !isTaken(sheet)).slice(0, MAX_IGNORED);
  return {
    spool,
    names: main?.names ?? [],
    above: main?.above ?? [],
    format: "xlsx",
    workbook,
    sheets: candidates.filter(isTaken),
    ignoredSheets: ignored.map(({ name }) => shown(name)),
  };
}

async function magicOf(spool: FeedBytes): Promise<string> {
  return Buffer.from(await spool.read(0, 4)).toString("latin1");
}

export async function isXlsx(spool: FeedBytes): Promise<boolean> {
  return ["PK\x03\x04", "PK\x05\x06"].includes(await magicOf(spool));
}

/**
 * Detects a feed's format and header from its bytes. A feed without a header has no names, for example an empty feed.
 * @param score chooses the header among the first 20 lines, and the sheets of a workbook
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex (XLSX, ZIP)
 */
export async function readHeader(spool: FeedBytes, score: ScoreHeader): Promise<Feed> {
  if (!(await isXlsx(spool))) return textHeader(spool, score);
  const zip = await openZip(spool);
  const other = otherPackage(zip);
  if (other) throw other;
  if (zip.isEncrypted) throw fileWithPassword("ZIP file");
  if (["_rels/.rels", "xl/workbook.xml"].some(zip.has)) return xlsxHeader(spool, zip, score);
  return textHeader(await zippedFile(zip), score);
}

/** A damaged quote before the first of several objects costs this object, not the file. */
const behindQuote = /^\s{0,9}"\{[^\r\n]*\}\r?\n\{/;

async function textHeader(spool: FeedBytes, score: ScoreHeader): Promise<Feed> {
  const other = await otherThanText(spool);
  if (other) throw other;
  const encoding = await findEncoding(spool);
  const head = await readHead(spool, encoding);
  const start = head.toString("utf8", 0, HEAD);
  const isWhole = head.length <= HEAD && !spool.isPartial;
  if (isWhole && ["", "[]"].includes(start.replaceAll(/\s/g, ""))) throw emptyFile();
  const first = /\S/.exec(start)?.[0];
  if (first === "[") return jsonHeader(spool, encoding, "json");
  if (first === "{" || behindQuote.test(start)) return jsonHeader(spool, encoding, "ndjson");
  const tags = first === "<" ? markup(start) : undefined;
  if (tags) throw tags;
  return csvHeader(spool, encoding, head, score);
}
