import type { Context } from "../../kernel/context.ts";
import type { Page } from "../../kernel/paging.schema.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { cursorToId, HIGHEST_ID } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import type { Ingest } from "./inventory.schema.ts";
import { filesOfStore, ofProducts, ofStore } from "./page-ingests.sql.ts";
import { type IngestRow, presentIngest } from "./present-ingest.ts";

/** The ingests of a store, newest first. `storeId` null: of product data. `feeds`: only files (true) or only PATCHes (false). */
export async function pageIngests(
  ctx: Context,
  of: { retailerId: string; storeId: string | null; feeds?: boolean | undefined },
  page: Page,
): Promise<PageResult<Ingest>> {
  const { retailerId, storeId, feeds } = of;
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
