import { Readable } from "node:stream";
import { parse } from "csv-parse";
import Papa from "papaparse";
import { readStockHeader } from "../../packages/feeds/src/read-stock.ts";
import { readStockLines } from "../../packages/feeds/src/read-stock-lines.ts";
import { spool } from "../../packages/feeds/src/receive/spool.ts";
import { inPieces } from "./feeds.ts";

const LIMIT = 1 << 30;

/** The cost of reading a feed: milliseconds, milliseconds of processor time, and the number of lines. */
export interface Read {
  ms: number;
  busyMs: number;
  lines: number;
}

export type Parser = (feed: Buffer) => Promise<Read>;

function stopwatch(): () => Omit<Read, "lines"> {
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - began, busyMs: (user + system) / 1_000 };
  };
}

/** Validates lines and reads prices and quantities as integers. Spooling is not measured. */
async function highstreet(feed: Buffer): Promise<Read> {
  const body = await spool(inPieces(feed), { limit: LIMIT });
  let lines = 0;
  const stop = stopwatch();
  await readStockLines(await readStockHeader(body, { currency: "EUR", names: [] }), {
    line() {
      lines++;
    },
    rejected() {},
    flush() {},
  });
  const read = { ...stop(), lines };
  await body.close();
  return read;
}

/** Records as arrays of strings; nothing is validated. */
async function csvParse(feed: Buffer): Promise<Read> {
  let lines = -1;
  const stop = stopwatch();
  const parser = Readable.from(inPieces(feed)).pipe(parse());
  for await (const _ of parser) lines++;
  return { ...stop(), lines };
}

/** The same, from one string. Decodes no bytes and blocks the event loop. */
async function papaparse(feed: Buffer): Promise<Read> {
  let lines = -1;
  const text = feed.toString();
  const stop = stopwatch();
  Papa.parse<string[]>(text, {
    delimiter: ",",
    step: () => {
      lines++;
    },
    skipEmptyLines: true,
  });
  return { ...stop(), lines };
}

export const parsers: Record<string, Parser> = { Highstreet: highstreet, "csv-parse": csvParse, papaparse };
