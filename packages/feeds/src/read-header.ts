import { CsvRecords, findDialect } from "./csv/csv-records.ts";
import type { CsvFeed, Feed, FeedBytes, JsonFeed, XlsxFeed } from "./feed.ts";
import { oldExcel } from "./feed-error.ts";
import { parseObject } from "./json/json-members.ts";
import { JsonArrayTexts, NdjsonTexts } from "./json/json-texts.ts";
import { LONGEST_RECORD } from "./lines/feed-line.ts";
import { type Encoding, findEncoding, utf8Pieces } from "./utf8.ts";
import { openWorkbook } from "./xlsx/open-workbook.ts";
import { firstRow } from "./xlsx/sheet-rows.ts";

/** Bytes at the start of a file that are examined. A CSV header must end within them. JSON columns are the members within them. */
const HEAD = 1 << 16;
const MOST_NAMES = 1_000;

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

function csvHeader(spool: FeedBytes, encoding: Encoding, head: Buffer): CsvFeed {
  const dialect = findDialect(head.toString("utf8", 0, HEAD));
  let names: string[] | undefined;
  const records = new CsvRecords(dialect, {
    record: (_, fields) => {
      names ??= fields;
    },
    broken: (_, { value }) => {
      names ??= [value ?? ""];
    },
  });
  records.push(head.subarray(0, HEAD));
  if (head.length <= HEAD && !spool.isPartial) records.end();
  while (!names && records.read());
  return { spool, names: names ?? [], format: "csv", encoding, dialect };
}

async function jsonHeader(spool: FeedBytes, encoding: Encoding, format: JsonFeed["format"]): Promise<JsonFeed> {
  const names = new Set<string>();
  let left = HEAD;
  const sink = {
    text(_: number, text: string) {
      // After the examined part only the first object counts, because it can be long.
      const read = left > 0 || names.size === 0 ? parseObject(text) : undefined;
      if (!read || !("object" in read)) return;
      for (const name of Object.keys(read.object)) if (names.size < MOST_NAMES) names.add(name);
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
    isWhole &&= names.size === 0 && left >= -LONGEST_RECORD;
    if (!isWhole) break;
    texts.push(piece.subarray(within));
  }
  if (isWhole && !spool.isPartial) texts.end();
  return { spool, names: [...names], format, encoding };
}

async function xlsxHeader(spool: FeedBytes, isRecognised: (names: string[]) => boolean): Promise<XlsxFeed> {
  const workbook = await openWorkbook(spool);
  const budget = { left: spool.limit };
  let first: XlsxFeed | undefined;
  for (const sheet of workbook.sheets) {
    const names = await firstRow(workbook, sheet, budget);
    const feed: XlsxFeed = { spool, names, format: "xlsx", workbook, sheet };
    if (isRecognised(names)) return feed;
    if (names.length) first ??= feed;
  }
  return first ?? { spool, names: [], format: "xlsx", workbook, sheet: workbook.sheets[0] ?? "" };
}

async function magicOf(spool: FeedBytes): Promise<string> {
  return Buffer.from(await spool.read(0, 4)).toString("latin1");
}

/** Whether the bytes start a ZIP file. A workbook is a ZIP file. */
export async function isXlsx(spool: FeedBytes): Promise<boolean> {
  return (await magicOf(spool)) === "PK\x03\x04";
}

/**
 * Detects a feed's format and header from its bytes. A feed without a header has no names, for example an empty feed.
 * @param isRecognised chooses the sheet of a workbook: the first sheet with a recognised first row
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex (XLSX)
 */
export async function readHeader(spool: FeedBytes, isRecognised: (names: string[]) => boolean): Promise<Feed> {
  if (await isXlsx(spool)) return xlsxHeader(spool, isRecognised);
  if ((await magicOf(spool)) === "\xd0\xcf\x11\xe0") throw oldExcel();
  const encoding = await findEncoding(spool);
  const head = await readHead(spool, encoding);
  const first = /\S/.exec(head.toString("utf8", 0, HEAD))?.[0];
  if (first === "[") return jsonHeader(spool, encoding, "json");
  if (first === "{") return jsonHeader(spool, encoding, "ndjson");
  return csvHeader(spool, encoding, head);
}
