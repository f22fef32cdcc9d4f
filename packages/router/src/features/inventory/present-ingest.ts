import type { Prisma } from "@highstreet/db";
import type { Ingest } from "./inventory.schema.ts";

export type IngestRow = Prisma.IngestGetPayload<object>;

/** An ingest as the API shows it. */
export function presentIngest(row: IngestRow): Ingest {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    mode: row.mode as Ingest["mode"],
    status: row.status as Ingest["status"],
    columns: row.columns as Ingest["columns"],
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
