import fc from "fast-check";
import { expect, test } from "vitest";
import { FeedError } from "../src/feed-error.ts";
import { type Spool, spool } from "../src/index.ts";
import type { StockLineSink } from "../src/lines/feed-line.ts";
import { stockFields } from "../src/lines/stock-line.ts";
import { readStockHeader, readStockLines } from "../src/read-stock.ts";
import { cuts, type FuzzedFeed, fuzzedFeed } from "./feed-arbitraries.ts";
import { reader } from "./feed-reader.ts";
import { isHeader, type JudgedLine, judge, referenceVerdict, type Verdict } from "./reference-parser.ts";
import { stagedLines } from "./staged-lines.ts";

/** `npm run fuzz -- feed` reads a million, from a new seed each time. The same seed makes the same feeds. */
const FEEDS = Number(process.env.FUZZ_FEEDS ?? 5_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const LIMIT = 64 << 20;

async function* pieces(bytes: Buffer, at: number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) yield bytes.subarray(places[index], place);
}

const store = { currency: "GBP", names: [] };

type Read = (body: Spool, sink: StockLineSink) => Promise<Record<string, string>>;

const inThisProcess: Read = async (body, sink) => {
  const feed = await readStockHeader(body, store);
  await readStockLines(feed, sink);
  return feed.columns.names;
};

const inAParser: Read = async (body, sink) => {
  const feed = await reader.openStock(body, store);
  try {
    const staged: Uint8Array[] = [];
    const { columns, rejections } = await feed.read((read) => read(async (rows) => void staged.push(rows)));
    const all = stagedLines(Buffer.concat(staged));
    const keys = new Map(all.filter(({ read }) => !read).map(({ line, itemKey }) => [line, itemKey]));
    const lines = [
      ...all.flatMap(({ line, read }) => (read ? { line, read } : [])),
      ...rejections.map(({ line, ...rejection }) => ({
        line,
        read: { barcode: keys.get(line) ?? null, ...rejection },
      })),
    ];
    for (const { line, read } of lines.toSorted((a, b) => a.line - b.line)) {
      if ("code" in read) sink.rejected(line, read);
      else sink.line(line, read);
    }
    // The slow reader knows no product data.
    const isStock = ([field]: [string, string]) => stockFields.some((known) => known === field);
    return Object.fromEntries(Object.entries(columns).filter(isStock));
  } finally {
    feed.close();
  }
};

/** The result of our reader. An unknown error counts as a crash. */
async function ours(bytes: Buffer, at: number[], read: Read): Promise<Verdict> {
  try {
    const body = await spool(pieces(bytes, at), { limit: LIMIT });
    try {
      const judged: JudgedLine[] = [];
      const columns = await read(body, {
        line(line, { barcode, pence, thousandths, currency, condition }) {
          judged.push({ line, barcode, pence: pence ?? 0, thousandths: thousandths ?? 0, currency, condition });
        },
        rejected: (line, { barcode, code, field }) => judged.push({ line, barcode, code, field }),
        flush() {},
      });
      return { columns, judged };
    } finally {
      await body.close();
    }
  } catch (error) {
    if (error instanceof FeedError) return { error: error.code };
    throw error;
  }
}

/** The first of 20 rows with the required columns is the header, otherwise the first row. */
function expected({ bytes, rows }: FuzzedFeed): Verdict | undefined {
  if (!rows) return bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04")) ? undefined : referenceVerdict(bytes);
  const numbered = rows
    .map((fields, n) => ({ line: n + 1, fields }))
    .filter(({ fields }) => fields.some((cell) => cell.trim()));
  const header = Math.max(
    0,
    numbered.slice(0, 20).findIndex(({ fields }) => isHeader(fields)),
  );
  return judge(numbered[header]?.fields ?? [], numbered.slice(header + 1), { commas: false });
}

const seen: Record<string, number> = {};

/** Share of the feeds that a parser process reads: one in a hundred. */
const IN_PARSER = 100;
let tried = 0;

async function tryFeed(feed: FuzzedFeed, at: number[]): Promise<void> {
  const reader = tried++ % IN_PARSER === 0 ? inAParser : inThisProcess;
  const [read, right] = [await ours(feed.bytes, at, reader), expected(feed)];
  const [format = ""] = feed.kind.split(",");
  const kind = `${format} ${read !== "not judged" && "error" in read ? read.error : "read"}`;
  seen[kind] = (seen[kind] ?? 0) + 1;
  if (right && right !== "not judged") expect(read).toEqual(right);
  else if (read !== "not judged" && "judged" in read)
    expect(linesOf(read)).toEqual([...new Set(linesOf(read))].toSorted((a, b) => a - b));
}

const linesOf = ({ judged }: { judged: JudgedLine[] }): number[] => judged.map(({ line }) => line);

test("any bytes cause no crash, and each line has the same result as in the slow and simple reader", {
  timeout: 60_000 + FEEDS * 20,
}, async () => {
  const began = performance.now();
  const { errorInstance, counterexample } = await fc.check(fc.asyncProperty(fuzzedFeed, cuts, tryFeed), {
    numRuns: FEEDS,
    seed: SEED,
    interruptAfterTimeLimit: undefined,
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const summary = `FUZZ_SEED=${SEED}: ${FEEDS} feeds in ${seconds} s: ${JSON.stringify(seen)}`;
  if (process.env.FUZZ_FEEDS !== undefined) console.log(summary);
  if (errorInstance instanceof Error) {
    const [feed] = counterexample ?? [];
    const bytes = feed && JSON.stringify(feed.bytes.toString("latin1").slice(0, 2_000));
    throw new Error(`${summary}\n${feed?.kind} ${bytes}\n${errorInstance.message}`, { cause: errorInstance });
  }
  for (const format of ["csv", "json", "ndjson", "xlsx"]) expect(seen[`${format} read`], format).toBeGreaterThan(0);
});
