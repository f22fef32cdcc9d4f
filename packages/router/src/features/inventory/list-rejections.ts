import type { Context } from "../../kernel/context.ts";
import type { Page } from "../../kernel/paging.schema.ts";
import { cursorToNumber, type PageResult, readPage } from "../../kernel/paging.ts";
import type { IngestRow } from "./ingests.sql.ts";
import { findIngest } from "./internal/ingests.ts";
import type { ListRejections, Rejection } from "./inventory.schema.ts";

/** The ingest with the rejected lines. An unchanged feed stores none, so the earlier feed with the same bytes has them. */
async function idOfKept(ctx: Context, ingest: IngestRow): Promise<string> {
  const { retailerId, storeId, id, mode, status, digest } = ingest;
  if (status !== "unchanged" || !digest) return id;
  const where = { retailerId, storeId, id: { lt: id }, mode, digest, status: "applied" as const };
  const kept = await ctx.db.prisma.ingest.findFirst({ where, orderBy: { id: "desc" }, select: { id: true } });
  return kept?.id ?? id;
}

/** The rejected lines of an ingest in the order of the file. Only the first 10,000 are stored. */
export async function listRejections(ctx: Context, input: ListRejections): Promise<PageResult<Rejection>> {
  return pageRejections(ctx, await findIngest(ctx, input), input.page);
}

/** A page of the rejected lines of an ingest that the caller can see. */
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
        select: { line: true, field: true, code: true, message: true, value: true },
      });
    },
  );
}
