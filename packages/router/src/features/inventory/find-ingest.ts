import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { GetIngest } from "./inventory.schema.ts";
import type { IngestRow } from "./present-ingest.ts";

/** One ingest of a store. @throws IngestNotFound */
export async function findIngest(ctx: Context, input: GetIngest): Promise<IngestRow> {
  const { retailerId, storeId } = await findStore(ctx, input);
  const row = isId(input.ingestId)
    ? await ctx.db.prisma.ingest.findFirst({ where: { retailerId, storeId, id: input.ingestId } })
    : null;
  if (!row) throw new DomainError("IngestNotFound", "The store has no ingest with this id.");
  return row;
}
