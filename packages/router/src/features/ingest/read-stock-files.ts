import { findRetailer } from "../../access/find-retailer.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { cursorToNumber, type PageResult, readPage } from "../../kernel/paging.ts";
import {
  type FileRejection,
  type GetStockFile,
  type ListFileRejections,
  MAX_STORES_SHOWN,
  type RejectionCounts,
  type StockFile,
} from "./ingest.schema.ts";
import { presentIngest } from "./read-ingests.ts";
import {
  countFileRejectionsSql,
  type FileRow,
  fileRejectionsSql,
  fileSql,
  type StoreOfFileRow,
  storesOfFileSql,
} from "./stock-files.sql.ts";

async function findFile(ctx: Context, input: GetStockFile): Promise<FileRow & { retailerId: string }> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const [row] = isId(input.fileId) ? await ctx.db.query<FileRow>(fileSql, [retailerId, input.fileId]) : [];
  if (!row) throw new DomainError("StockFileNotFound", "The retailer has no stock file with this id.");
  return { ...row, retailerId };
}

async function namesOf(ctx: Context, retailerId: string, ids: string[]): Promise<Map<string, string>> {
  const where = { retailerId, id: { in: ids } };
  const stores = await ctx.db.prisma.store.findMany({ where, select: { id: true, name: true } });
  return new Map(stores.map(({ id, name }) => [id, name]));
}

/** @throws RetailerNotFound, StockFileNotFound */
export async function getStockFile(ctx: Context, input: GetStockFile): Promise<StockFile> {
  const { retailerId, id, header, total, done, ...file } = await findFile(ctx, input);
  const rows = await ctx.db.query<StoreOfFileRow>(storesOfFileSql, [retailerId, id, MAX_STORES_SHOWN]);
  const { hasProducts: _hasProducts, fallbackColumns: _fallbackColumns, ...facts } = header;
  // Earlier files do not name them.
  const { storesWithoutLines: without, storesWithOwnSource: own = { count: 0, stores: [] } } = header;
  const names = await namesOf(ctx, retailerId, [...without.stores, ...own.stores]);
  const named = ({ count, stores }: typeof own) => ({
    count,
    stores: stores.map((storeId) => ({ storeId, storeName: names.get(storeId) ?? null })),
  });
  const self = `/retailers/${retailerId}/inventory/files/${id}`;
  return {
    id,
    createdAt: file.createdAt.toISOString(),
    mode: file.mode,
    status: done < total ? "running" : "done",
    ...facts,
    storesWithoutLines: named(without),
    storesWithOwnSource: named(own),
    numberOfLines: file.numberOfLines,
    rejectedLines: file.rejectedLines,
    storesTotal: total,
    storesDone: done,
    stores: rows.map(({ partOf, storeName, ...ingest }) => ({
      storeId: partOf,
      storeName,
      ingest: ingest.id === null ? null : presentIngest(ingest),
    })),
    links: { self, rejections: `${self}/rejections` },
  };
}

/**
 * The rejected lines of a stock file of several stores, in the order of the file: those of no store, and those of each store that is done.
 * @throws RetailerNotFound, StockFileNotFound
 */
export async function listFileRejections(ctx: Context, input: ListFileRejections): Promise<PageResult<FileRejection>> {
  const { retailerId, id } = await findFile(ctx, input);
  return readPage<FileRejection>(
    input.page,
    (row) => String(row.line),
    (position, limit) => {
      // The column has 32 bits. An invalid cursor can hold a larger number.
      const line = Math.min(cursorToNumber(position) ?? 0, 2 ** 31 - 1);
      const statement = position?.back ? fileRejectionsSql.back : fileRejectionsSql.inOrder;
      return ctx.db.query<FileRejection>(statement, [retailerId, id, line, limit]);
    },
  );
}

/** One file can have 10,000 rejected lines of each store. */
const MAX_COUNTED = 100_000;

/** How many of the stored lines each reason has. @throws RetailerNotFound, StockFileNotFound */
export async function countFileRejections(ctx: Context, input: GetStockFile): Promise<RejectionCounts> {
  const { retailerId, id } = await findFile(ctx, input);
  return ctx.db.query<RejectionCounts[number]>(countFileRejectionsSql, [retailerId, id, MAX_COUNTED]);
}
