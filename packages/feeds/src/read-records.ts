import { CsvRecords, type CsvSink, namedWidth } from "./csv/csv-records.ts";
import type { CsvFeed, Feed, FeedRecord, JsonFeed, Wanted, XlsxFeed } from "./feed.ts";
import { tooManyLines } from "./feed-error.ts";
import { JsonArrayTexts, JsonMembers, type JsonSink, NdjsonTexts, parseObject } from "./json/json-records.ts";
import { placed } from "./lines/feed-line.ts";
import { utf8Pieces } from "./utf8.ts";
import { sheetRows } from "./xlsx/sheet-rows.ts";

/** Including rejected and blank lines. */
const MAX_LINES = 5_000_000;

function checkLines({ records }: { records: number }): void {
  if (records > MAX_LINES) throw tooManyLines(MAX_LINES);
}

/**
 * Reads CSV in steps of about 8 KiB. After each step the sink has its records. The header and the lines above it are left out.
 * @throws FeedTooComplex
 */
async function* readCsv(feed: CsvFeed, sink: CsvSink, options: { positions: readonly number[] }): AsyncGenerator<void> {
  let isHeader = true;
  const behindHeader: CsvSink = {
    record(line, fields, width, isLoose) {
      if (!isHeader) sink.record(line, fields, width, isLoose);
      isHeader = false;
    },
    broken: (line, rejection) => sink.broken(line, rejection),
  };
  const records = new CsvRecords(feed.dialect, behindHeader, {
    ...options,
    line: feed.start.line,
    widths: [namedWidth(feed.names), feed.names.length],
  });
  let above = feed.start.offset;
  for await (const piece of utf8Pieces(feed.spool, feed.encoding)) {
    records.push(above > 0 ? piece.subarray(above) : piece);
    above -= piece.length;
    yield* read(records);
  }
  if (!feed.spool.isPartial) records.end();
  yield* read(records);
}

function* read(records: CsvRecords): Generator<void> {
  while (records.read()) {
    checkLines(records);
    yield;
  }
  checkLines(records);
  yield;
}

async function* readJson(feed: JsonFeed, sink: JsonSink): AsyncGenerator<void> {
  const texts = feed.format === "json" ? new JsonArrayTexts(sink) : new NdjsonTexts(sink);
  for await (const piece of utf8Pieces(feed.spool, feed.encoding)) {
    texts.push(piece);
    checkLines(texts);
    yield;
  }
  if (!feed.spool.isPartial) texts.end();
  yield;
}

async function* readSheets({ workbook, sheets }: XlsxFeed, wanted: Wanted): AsyncGenerator<FeedRecord[]> {
  const budget = { ...workbook.budget };
  let [above, last, records] = [0, 0, 0];
  for (const { name, part, headerRow } of sheets) {
    for await (const rows of sheetRows(workbook, part, { ...wanted, headerRow }, budget)) {
      const batch = rows.filter(({ line }) => line > headerRow);
      records += batch.length;
      checkLines({ records });
      const end = rows.at(-1);
      if (end) last = above + end.line;
      yield sheets.length === 1 ? batch : batch.map((row) => inSheet(row, name, above));
    }
    above = last;
  }
}

function inSheet(row: FeedRecord, sheet: string, above: number): FeedRecord {
  const line = above + row.line;
  const place = `Sheet "${sheet.slice(0, 100)}", row ${row.line}`;
  return row.broken ? { line, broken: placed(row.broken, place) } : { ...row, line, place };
}

/**
 * A piece bounds the memory, not the feed.
 * @throws FeedTooComplex; UnrecognisedFeed and PayloadTooLarge for a broken or too large XLSX file
 */
export async function* readRecords(feed: Feed, wanted: Wanted): AsyncGenerator<FeedRecord[]> {
  if (feed.format === "xlsx") {
    yield* readSheets(feed, wanted);
    return;
  }
  let batch: FeedRecord[] = [];
  const members = new JsonMembers(feed.names, wanted);
  const broken: CsvSink["broken"] = (line, rejection) => batch.push({ line, broken: rejection });
  const steps =
    feed.format === "csv"
      ? readCsv(
          feed,
          { record: (line, fields, width, isLoose) => batch.push({ line, fields, width, isLoose }), broken },
          wanted,
        )
      : readJson(feed, {
          text(line, text) {
            const read = parseObject(text);
            if ("broken" in read) batch.push({ line, ...read });
            else batch.push({ line, width: 0, ...members.fieldsOf(read.object) });
          },
          broken,
        });
  for await (const _ of steps) {
    if (batch.length) yield batch;
    batch = [];
  }
}
