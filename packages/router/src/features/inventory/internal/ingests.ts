import { findStore } from "../../../core/stores/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import type { Page } from "../../../kernel/paging.schema.ts";
import type { PageResult } from "../../../kernel/paging.ts";
import { cursorToId, HIGHEST_ID } from "../../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../../kernel/scan.ts";
import { type IngestRow, ingestsSql } from "../ingests.sql.ts";
import type { GetIngest, Ingest } from "../inventory.schema.ts";
import { noDetails, type StoredHeader } from "./record-ingest.ts";

/** One ingest of a store. @throws IngestNotFound */
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

/** An ingest as the API shows it. */
export function presentIngest(row: IngestRow): Ingest {
  const { mapping: _mapping, ...details } = row.header as Partial<StoredHeader>;
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    mode: row.mode,
    status: row.status,
    columns: row.columns as Ingest["columns"],
    ...{ ...noDetails, ...details },
    numberOfLines: row.numberOfLines,
    validLines: row.validLines,
    inStockValidLines: row.inStockValidLines,
    changedItems: row.changedItems,
    newItems: row.newItems,
    rejectedLines: row.rejectedLines,
    reason: row.reason,
    durationMs: row.durationMs,
  };
}

/** The ingests of a store, newest first. `storeId` null: of product data. `feeds`: only files (true) or only PATCHes (false). */
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
