import type { PgTx } from "@highstreet/db";
import { findRetailer } from "../../access/find-retailer.ts";
import { MAX_FEED_BYTES } from "../../core/feeds/feed-size.schema.ts";
import {
  copyInto,
  feedSize,
  openStockFile,
  ownerOf,
  type Spool,
  type StoreOfFile,
  spool,
  stockFileRowColumns,
} from "../../core/feeds/index.ts";
import { authorOf } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, retailerNotFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { lockRetailer } from "../../kernel/kernel.sql.ts";
import { sanitizeJson } from "../../kernel/text.ts";
import { applyFile } from "./apply-stock-files.ts";
import type { PutStockFile, StockFile } from "./ingest.schema.ts";
import { insertRejectionsSql } from "./ingests.sql.ts";
import { type FileOptions, feedDigest, fileOptions } from "./internal/stock-options.ts";
import { getStockFile } from "./read-stock-files.ts";
import {
  clearFileSql,
  connectedSql,
  describeFileSql,
  type FileHeader,
  insertFileSql,
  openFilesSql,
} from "./stock-files.sql.ts";

/** The worker applies a file of more stores. A dry run shows only as many. */
const MAX_STORES_AT_ONCE = 100;

/** Files of a retailer that are not applied to all of their stores yet. */
const MAX_WAITING = 10;

const MAX_NAMED = 100;

/**
 * Takes one stock file for all stores of a retailer: splits its lines by the column of stores, and applies the part of each store.
 * The split file is stored before a store changes, so that the worker continues a file after a kill.
 * @throws UnrecognisedFeed, also if no line names a known store; FeedTooComplex, RetailerNotFound; QuotaExceeded
 */
export async function putStockFile(ctx: Context, input: PutStockFile): Promise<StockFile> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const bytes = await spool(input.feed, { limit: MAX_FEED_BYTES, owner: ownerOf(ctx.actor, retailerId) });
  try {
    const options = await fileOptions(ctx, retailerId, input.columns);
    const mode = input.mode ?? options.mode ?? "update";
    const { fileId, stores } = await ctx.db.bulkTransaction({ retailerId, part: "files" }, feedSize(bytes.size), (tx) =>
      splitFile(ctx, tx, bytes, options, mode),
    );
    // A dry run shows the first stores, because it holds the locks of its stores to its end.
    if (ctx.isDryRun || stores <= MAX_STORES_AT_ONCE) await applyFile(ctx, retailerId, fileId, MAX_STORES_AT_ONCE);
    return await getStockFile(ctx, { retailerId, fileId });
  } finally {
    await bytes.close();
  }
}

/** The lock of the retailer orders its files. @returns its id, and the number of stores with lines */
async function splitFile(
  ctx: Context,
  tx: PgTx,
  bytes: Spool,
  options: FileOptions,
  mode: "update" | "replace",
): Promise<{ fileId: string; stores: number }> {
  const { split } = options;
  const { retailerId } = split;
  if (!(await tx.query(lockRetailer("FOR NO KEY UPDATE"), [retailerId])).length) throw retailerNotFound();
  const fileId = newId(ctx.now());
  const open = await tx.query(openFilesSql, [retailerId]);
  if (open.length >= MAX_WAITING) {
    const detail = `The retailer has ${open.length} files that still run. Wait until one is done.`;
    throw new DomainError("QuotaExceeded", detail, { quota: "files", limit: MAX_WAITING });
  }
  const digest = feedDigest(bytes, options);
  const author = JSON.stringify(authorOf(ctx));
  await tx.query(insertFileSql, [retailerId, fileId, mode, digest, author, ctx.requestId, ctx.now()]);
  const file = await openStockFile(bytes, { ...options, split: { ...split, fileId } });
  const { stores, numberOfLines, rejectedLines, rejections, ...facts } = await file.read(async (read) => {
    // A file is read once more if its parser ends.
    await tx.query(clearFileSql, [retailerId, fileId]);
    return copyInto(tx, `stock_file_line (${stockFileRowColumns})`, (write) => read(write, ctx.onLines));
  });
  const named = new Set(stores.map(({ id }) => id));
  const some = (of: StoreOfFile[]) => ({ count: of.length, stores: of.slice(0, MAX_NAMED).map(({ id }) => id) });
  const storesWithOwnSource = some(split.stores.filter(({ hasOwnSource }) => hasOwnSource));
  const storesWithoutLines = some(split.stores.filter(({ id, hasOwnSource }) => !hasOwnSource && !named.has(id)));
  const [header, parts, rejected] = [
    { ...facts, storesWithoutLines, storesWithOwnSource } satisfies FileHeader,
    stores,
    rejections,
  ].map((one) => JSON.stringify(sanitizeJson(one)));
  await tx.query(describeFileSql, [retailerId, fileId, numberOfLines, rejectedLines, header, parts]);
  await tx.execute(connectedSql, [retailerId]);
  await tx.query(insertRejectionsSql, [retailerId, fileId, rejected]);
  return { fileId, stores: stores.length };
}
