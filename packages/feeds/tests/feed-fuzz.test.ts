import { isFullRun, rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FeedError } from "../src/feed-error.ts";
import { type Spool, spool } from "../src/index.ts";
import { readStockHeader } from "../src/read-stock.ts";
import { readStockLines } from "../src/read-stock-lines.ts";
import { cuts, fuzzedFeed } from "./feed-arbitraries.ts";
import { sameTable } from "./table-arbitraries.ts";

/** The same seed makes the same feeds. */
const FEEDS = rounds(1_000_000, 300);
const SEED = seedOr(20_261_121);
const LIMIT = 64 << 20;

const store = { currency: "GBP", names: [] };

/** What is read of a feed: its columns and lines, or the error that refuses it. */
type Read =
  | { error: string }
  | { columns: Record<string, string>; lines: ({ line: number } & object)[]; skipped: object };

async function* pieces(bytes: Buffer, at: number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  for (const [index, place] of places.slice(1).entries()) yield bytes.subarray(places[index], place);
}

/** The same bytes, in pieces that end elsewhere. The first piece holds the byte order mark. */
async function inPieces(body: Spool, at: number[]): Promise<Spool> {
  const bytes = Buffer.from(await body.read(0, body.size));
  async function* cut() {
    yield bytes.subarray(0, 4);
    yield* pieces(bytes.subarray(4), at);
  }
  return { ...body, bytes: cut };
}

async function linesOf(body: Spool): Promise<Read> {
  const feed = await readStockHeader(body, store);
  const lines: ({ line: number } & object)[] = [];
  await readStockLines(feed, {
    line: (line, read) => lines.push({ line, ...read }),
    rejected: (line, read) => lines.push({ line, ...read }),
    flush() {},
  });
  return { columns: feed.columns.names, lines, skipped: feed.skippedLines };
}

/** Reads a feed, and again in other pieces. An unknown error counts as a crash. */
async function readTwice(bytes: Buffer, at: number[]): Promise<Read[]> {
  const refusal = (error: unknown): Read => {
    if (error instanceof FeedError) return { error: error.code };
    throw error;
  };
  try {
    const body = await spool(pieces(bytes, at), { limit: LIMIT });
    try {
      return [await linesOf(body).catch(refusal), await linesOf(await inPieces(body, at)).catch(refusal)];
    } finally {
      await body.close();
    }
  } catch (error) {
    return [refusal(error)];
  }
}

const seen: Record<string, number> = {};

test("any bytes cause no crash, each line is read once and in order, and the pieces of the bytes do not matter", {
  timeout: 3_600_000,
}, async () => {
  const began = performance.now();
  const property = fc.asyncProperty(fuzzedFeed, cuts, async (feed, at) => {
    const [read, again = read] = await readTwice(feed.bytes, at);
    if (!read) throw new Error("nothing was read");
    const [format = ""] = feed.kind.split(",");
    const kind = `${format} ${"error" in read ? read.error : "read"}`;
    seen[kind] = (seen[kind] ?? 0) + 1;
    expect(again).toEqual(read);
    if ("error" in read) return;
    const lines = read.lines.map(({ line }) => line);
    expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
  });
  const { errorInstance, counterexample } = await fc.check(property, {
    ...{ numRuns: FEEDS, seed: SEED, interruptAfterTimeLimit: undefined },
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const summary = `TEST_SEED=${SEED}: ${FEEDS} feeds in ${seconds} s: ${JSON.stringify(seen)}`;
  if (isFullRun) console.log(summary);
  if (errorInstance instanceof Error) {
    const [feed, at] = counterexample ?? [];
    const bytes = feed && JSON.stringify(feed.bytes.toString("latin1").slice(0, 2_000));
    throw new Error(`${summary}\n${feed?.kind}, cut at ${at} ${bytes}\n${errorInstance.message}`, {
      cause: errorInstance,
    });
  }
  for (const format of ["csv", "json", "ndjson", "xlsx"]) expect(seen[`${format} read`], format).toBeGreaterThan(0);
});

test("delimiters, quotes, newlines and encodings do not change what a table means", {
  timeout: 3_600_000,
}, async () => {
  const property = fc.asyncProperty(sameTable, async ([first, second]) => {
    const [[one], [other]] = [await readTwice(first, []), await readTwice(second, [])];
    expect(other).toEqual(one);
  });
  await fc.assert(property, { numRuns: Math.ceil(FEEDS / 10), seed: SEED, interruptAfterTimeLimit: undefined });
});
