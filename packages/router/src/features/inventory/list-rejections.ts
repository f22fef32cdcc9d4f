import type { Context } from "../../kernel/context.ts";
import { cursorToNumber, type PageResult, readPage } from "../../kernel/paging.ts";
import { findIngest } from "./find-ingest.ts";
import type { ListRejections, Rejection } from "./inventory.schema.ts";
import { rejectionsBack, rejectionsForward } from "./list-rejections.sql.ts";
import type { IngestRow } from "./present-ingest.ts";

/** A feed that was unchanged has the rejected lines of the one whose bytes it had, which alone were kept. */
async function idOfKept(ctx: Context, ingest: IngestRow): Promise<string> {
  const { retailerId, storeId, id, mode, status, digest } = ingest;
  if (status !== "unchanged" || !digest) return id;
  const where = { retailerId, storeId, id: { lt: id }, mode, digest, status: "applied" };
  const kept = await ctx.db.prisma.ingest.findFirst({ where, orderBy: { id: "desc" }, select: { id: true } });
  return kept?.id ?? id;
}

/** The lines of an ingest that were not taken, in the order of the file; at most the first 10,000 were kept. */
export async function listRejections(ctx: Context, input: ListRejections): Promise<PageResult<Rejection>> {
  const ingest = await findIngest(ctx, input);
  const { retailerId } = ingest;
  const ingestId = await idOfKept(ctx, ingest);
  return readPage<Rejection>(
    input.page,
    (row) => String(row.line),
    (position, limit) => {
      // Lines are kept in 32 bits, where a made-up number may not fit.
      const line = Math.min(cursorToNumber(position) ?? 0, 2 ** 31 - 1);
      const statement = position?.back ? rejectionsBack : rejectionsForward;
      return ctx.db.query<Rejection>(statement, [retailerId, ingestId, line, limit]);
    },
  );
}
