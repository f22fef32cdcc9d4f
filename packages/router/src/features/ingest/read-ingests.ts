import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { Page } from "../../kernel/paging.schema.ts";
import {
  cursorToId,
  cursorToNumber,
  HIGHEST_ID,
  type PageResult,
  readPage,
  type Scanned,
  scanPage,
  windowOf,
} from "../../kernel/paging.ts";
import type {
  CountRejections,
  GetIngest,
  Ingest,
  ListIngests,
  ListRejections,
  Rejection,
  RejectionCounts,
} from "./ingest.schema.ts";
import { type IngestRow, ingestsSql } from "./ingests.sql.ts";
import { noDetails, type StoredHeader } from "./internal/record-ingest.ts";

export async function findIngest(ctx: Context, input: GetIngest): Promise<IngestRow & { storeId: string }> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const row = isId(input.ingestId)
    ? await ctx.db.prisma.ingest.findFirst({ where: { retailerId, storeId, id: input.ingestId } })
    : null;
  if (!row) throw new DomainError("IngestNotFound", "The store has no ingest with this id.");
  return { ...row, storeId };
}

export function ingestNotHeld(): DomainError {
  return new DomainError(
    "IngestNotHeld",
    "The ingest is not held: it was applied or discarded, or another feed replaced it.",
  );
}

export function presentIngest(row: IngestRow): Ingest {
  const { mapping: _mapping, problem: stored = null, ...details } = row.header as Partial<StoredHeader>;
  const isReplaced = row.status === "refused" && stored?.code === "FeedHeld";
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    mode: row.mode,
    status: row.status,
    columns: row.columns as Ingest["columns"],
    ...noDetails,
    ...details,
    numberOfLines: row.numberOfLines,
    validLines: row.validLines,
    inStockValidLines: row.inStockValidLines,
    changedItems: row.changedItems,
    newItems: row.newItems,
    rejectedLines: row.rejectedLines,
    reason: row.reason,
    problem: isReplaced
      ? { code: "FeedReplaced", parameters: {} }
      : ["held", "refused"].includes(row.status)
        ? stored
        : null,
    durationMs: row.durationMs,
  };
}

/** Newest first. `storeId` null: of product data. `feeds`: only files (true) or only PATCHes (false). */
export async function pageIngests(
  ctx: Context,
  of: { retailerId: string; storeId: string | null; feeds?: boolean | undefined },
  page: Page,
): Promise<PageResult<Ingest>> {
  const { retailerId, storeId, feeds } = of;
  const { ofProducts, filesOfStore, ofStore } = ingestsSql;
  const statements = storeId === null ? ofProducts : feeds === true ? filesOfStore : ofStore;
  const { data, ...neighbours } = await scanPage<IngestRow>(
    page,
    (row) => row.id,
    async (position, candidates, limit) => {
      const values = [retailerId, cursorToId(position) ?? HIGHEST_ID, candidates, limit, feeds === false];
      const statement = position?.back ? statements.back : statements.newestFirst;
      const rows = await ctx.db.query<Scanned<IngestRow>>(statement, storeId === null ? values : [...values, storeId]);
      return windowOf(rows, candidates);
    },
  );
  return { data: data.map(presentIngest), ...neighbours };
}

export async function getIngest(ctx: Context, input: GetIngest): Promise<Ingest> {
  return presentIngest(await findIngest(ctx, input));
}

/** Tills create many, so the caller can ask for files only. */
export async function listIngests(ctx: Context, input: ListIngests): Promise<PageResult<Ingest>> {
  const { retailerId, storeId } = await findStore(ctx, input);
  return pageIngests(ctx, { retailerId, storeId, feeds: input.feeds }, input.page);
}

/** The ingest with the rejected lines. An unchanged feed stores none, so the earlier feed with the same bytes has them. */
async function idOfKept(ctx: Context, ingest: IngestRow): Promise<string> {
  const { retailerId, storeId, id, mode, status, digest } = ingest;
  if (status !== "unchanged" || !digest) return id;
  const where = { retailerId, storeId, id: { lt: id }, mode, digest, status: "applied" as const };
  const kept = await ctx.db.prisma.ingest.findFirst({ where, orderBy: { id: "desc" }, select: { id: true } });
  return kept?.id ?? id;
}

/** In the order of the file. Only the first 10,000 are stored. */
export async function listRejections(ctx: Context, input: ListRejections): Promise<PageResult<Rejection>> {
  return pageRejections(ctx, await findIngest(ctx, input), input.page);
}

/** How many of the stored lines each reason has. */
export async function countRejections(ctx: Context, input: CountRejections): Promise<RejectionCounts> {
  return countRejectionsOf(ctx, await findIngest(ctx, input));
}

/** The caller can see the ingest. */
export async function countRejectionsOf(ctx: Context, ingest: IngestRow): Promise<RejectionCounts> {
  const rows = await ctx.db.prisma.ingestRejection.groupBy({
    by: ["code"],
    where: { retailerId: ingest.retailerId, ingestId: await idOfKept(ctx, ingest) },
    _count: true,
    _min: { message: true },
    _max: { message: true },
  });
  return rows
    .map(({ code, _count: lines, _min: { message: first }, _max: { message: last } }) => {
      return { code, message: first === last ? (first ?? "") : "", lines };
    })
    .sort((a, b) => b.lines - a.lines);
}

/** The caller can see the ingest. */
export async function pageRejections(ctx: Context, ingest: IngestRow, page: Page): Promise<PageResult<Rejection>> {
  const { retailerId } = ingest;
  const ingestId = await idOfKept(ctx, ingest);
  return readPage<Rejection>(
    page,
    (row) => String(row.line),
    (position, limit) => {
      // The column has 32 bits. An invalid cursor can hold a larger number.
      const line = Math.min(cursorToNumber(position) ?? 0, 2 ** 31 - 1);
      return ctx.db.prisma.ingestRejection.findMany({
        where: { retailerId, ingestId, line: position?.back ? { lt: line } : { gt: line } },
        orderBy: { line: position?.back ? "desc" : "asc" },
        take: limit,
        select: { line: true, field: true, code: true, message: true, value: true, currentQuantity: true },
      });
    },
  );
}
