import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvRecords, type CsvSink, type TakeLine } from "./csv-records.ts";
import type { CsvFeed, Feed, FeedRecord, JsonFeed } from "./feed.ts";
import { JsonMembers, parseObject } from "./json-members.ts";
import { JsonArrayTexts, type JsonSink, NdjsonTexts } from "./json-texts.ts";
import { utf8Pieces } from "./utf8-pieces.ts";
import { sheetRows } from "./xlsx/sheet-rows.ts";

/** Whether a name that comes behind the header (JSON) is to be the next column. */
export type WantsName = (name: string, position: number) => boolean;

/** Reads CSV step by step: after each step of some 64 KiB the sink has what it holds. The header is left out. */
export async function* readCsv(feed: CsvFeed, sink: CsvSink, take?: TakeLine): AsyncGenerator<void> {
  let isHeader = true;
  const behindHeader: CsvSink = {
    record(line, fields) {
      if (!isHeader) sink.record(line, fields);
      isHeader = false;
    },
    broken: (line, rejection) => sink.broken(line, rejection),
  };
  const records = new CsvRecords(feed.dialect, behindHeader, take);
  for await (const piece of utf8Pieces(feed.spool, feed.encoding)) {
    records.push(piece);
    yield* read(records);
  }
  if (!feed.spool.isPartial) records.end();
  yield* read(records);
}

async function* read(records: CsvRecords): AsyncGenerator<void> {
  while (records.read()) {
    yield;
    // The bytes are here already, so nothing else gives other calls their turn.
    await nextTurn();
  }
  yield;
}

async function* readJson(feed: JsonFeed, sink: JsonSink): AsyncGenerator<void> {
  const texts = feed.format === "json" ? new JsonArrayTexts(sink) : new NdjsonTexts(sink);
  for await (const piece of utf8Pieces(feed.spool, feed.encoding)) {
    texts.push(piece);
    yield;
  }
  if (!feed.spool.isPartial) texts.end();
  yield;
}

async function* withoutHeader(batches: AsyncIterable<FeedRecord[]>): AsyncGenerator<FeedRecord[]> {
  let isHeader = true;
  for await (const batch of batches) {
    yield isHeader ? batch.slice(1) : batch;
    isHeader = false;
  }
}

/** Reads the records behind the header, a batch for each piece of the file: memory is bounded by a piece, not the feed. */
export async function* readRecords(feed: Feed, wants: WantsName = () => false): AsyncGenerator<FeedRecord[]> {
  if (feed.format === "xlsx") {
    yield* withoutHeader(sheetRows(feed.workbook, feed.sheet));
    return;
  }
  let batch: FeedRecord[] = [];
  const members = new JsonMembers(feed.names, wants);
  const broken: CsvSink["broken"] = (line, rejection) => batch.push({ line, broken: rejection });
  const steps =
    feed.format === "csv"
      ? readCsv(feed, { record: (line, fields) => batch.push({ line, fields }), broken })
      : readJson(feed, {
          text(line, text) {
            const read = parseObject(text);
            batch.push("broken" in read ? { line, ...read } : { line, fields: members.fieldsOf(read.object) });
          },
          broken,
        });
  for await (const _ of steps) {
    if (batch.length) yield batch;
    batch = [];
  }
}
