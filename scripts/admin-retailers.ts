/** The commands of `npm run admin` for one retailer as a whole. */
import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import {
  type BarcodePair,
  type Context,
  eraseRetailer,
  exportRetailer,
  findBarcodePairs,
  importRetailer,
  storesWithItems,
} from "@highstreet/router";
import { StartError } from "../packages/db/src/start-error.ts";
import { pathOf } from "./admin-backup.ts";

interface RetailerCommand {
  says: string;
  options: Record<string, string>;
  run(ctx: Context, options: Record<string, string | undefined>): Promise<Record<string, unknown>>;
}

const EVERY_MS = 2_000;

/** Counts, and prints the count to stderr at most every two seconds. */
function counter(what: string): () => number {
  let count = 0;
  let printedAt = performance.now();
  return () => {
    count++;
    if (performance.now() - printedAt < EVERY_MS) return count;
    printedAt = performance.now();
    console.error(`${count.toLocaleString("en")} ${what}`);
    return count;
  };
}

async function exportTo(ctx: Context, retailerId: string, file: string): Promise<number> {
  if (existsSync(file)) throw new StartError(`${file} exists: --file must be the name of a new file.`);
  const count = counter("lines written");
  let lines = 0;
  async function* texts() {
    for await (const line of exportRetailer(ctx, { retailerId })) {
      lines = count();
      yield `${JSON.stringify(line)}\n`;
    }
  }
  if (ctx.isDryRun) {
    for await (const _ of texts());
    return lines;
  }
  try {
    // The file holds personal data, so only its owner can read it.
    await pipeline(texts, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }));
  } catch (error) {
    await rm(file, { force: true });
    throw error instanceof Error && "code" in error && "syscall" in error
      ? new StartError(`${file} cannot be written (${String(error.code)}).`)
      : error;
  }
  return lines;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const count = counter("lines read");
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    count();
    yield line;
  }
}

const MAX_PAIRS = 1_000;

export const retailerCommands: Record<string, RetailerCommand> = {
  "retailer export": {
    says: "writes a retailer with stores, products, stock, edits and staff to a file, without secrets",
    options: { retailer: "the retailer's id", file: "the new file, such as shop.ndjson" },
    run: async (ctx, { retailer = "", file }) => ({
      lines: await exportTo(ctx, retailer, pathOf(file)),
      file: pathOf(file),
    }),
  },
  "retailer import": {
    says: "imports an exported retailer for a partner, under new ids",
    options: { partner: "the id of the partner that gets the retailer", file: "the exported retailer" },
    run: async (ctx, { partner = "", file }) => {
      if (!/^[0-9a-f-]{36}$/i.test(partner)) throw new StartError("--partner must be a partner's id.");
      const path = pathOf(file);
      if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
        throw new StartError(`${path} is not a file: --file must name an exported retailer.`);
      }
      return { ...(await importRetailer(ctx, { partnerId: partner, open: () => linesOf(path) })) };
    },
  },
  "retailer delete": {
    says: "deletes a retailer completely, here and at the providers; --dry-run counts its rows by table",
    options: { retailer: "the retailer's id" },
    run: (ctx, { retailer = "" }) => {
      const count = counter("stores deleted");
      return eraseRetailer(ctx, { retailerId: retailer, onStore: () => void count() });
    },
  },
  barcodes: {
    says: `lists pairs of items of a store that would be one product by the rules for barcodes, and stops after ${MAX_PAIRS.toLocaleString("en")}`,
    options: { "[retailer]": "the id of the only retailer to look at" },
    run: async (ctx, { retailer }) => {
      const count = counter("stores read");
      const pairs: BarcodePair[] = [];
      let stores = 0;
      for await (const store of storesWithItems(ctx, retailer)) {
        stores = count();
        for await (const pair of findBarcodePairs(ctx, store)) if (pairs.push(pair) >= MAX_PAIRS) break;
        if (pairs.length >= MAX_PAIRS) break;
      }
      return { stores, count: pairs.length, pairs };
    },
  },
};
