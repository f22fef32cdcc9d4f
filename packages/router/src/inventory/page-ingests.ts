import type { Context } from "../context.ts";
import { idOf } from "../id-position.ts";
import type { Page } from "../paging.schema.ts";
import { type PageResult, readPage } from "../paging.ts";
import type { Ingest } from "./inventory.schema.ts";
import { type IngestRow, presentIngest } from "./present-ingest.ts";

/** The ingests of a store (`storeId` null: of product data), the newest first. */
export async function pageIngests(
  ctx: Context,
  of: { retailerId: string; storeId: string | null; mode?: "patch" | { not: "patch" } },
  page: Page,
): Promise<PageResult<Ingest>> {
  const { data, ...neighbours } = await readPage<IngestRow>(
    page,
    (row) => row.id,
    (position, limit) => {
      const id = idOf(position);
      return ctx.db.prisma.ingest.findMany({
        where: { ...of, ...(id && { id: position?.back ? { gt: id } : { lt: id } }) },
        orderBy: { id: position?.back ? "asc" : "desc" },
        take: limit,
      });
    },
  );
  return { data: data.map(presentIngest), ...neighbours };
}
