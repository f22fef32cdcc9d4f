import type { Context } from "../context.ts";
import { type PageResult, readPage } from "../paging.ts";
import { findIngest } from "./find-ingest.ts";
import type { ListRejections, Rejection } from "./inventory.schema.ts";

/** The lines of an ingest that were not taken, in the order of the file; at most the first 10,000 were kept. */
export async function listRejections(ctx: Context, input: ListRejections): Promise<PageResult<Rejection>> {
  const { retailerId, id: ingestId } = await findIngest(ctx, input);
  return readPage<Rejection>(
    input.page,
    (row) => String(row.line),
    (position, limit) => {
      const line = position && Math.min(Math.trunc(Number(position.key)) || 0, 2 ** 31 - 1);
      return ctx.db.prisma.ingestRejection.findMany({
        where: {
          retailerId,
          ingestId,
          ...(line !== undefined && { line: position?.back ? { lt: line } : { gt: line } }),
        },
        orderBy: { line: position?.back ? "desc" : "asc" },
        take: limit,
        omit: { retailerId: true, ingestId: true },
      });
    },
  );
}
