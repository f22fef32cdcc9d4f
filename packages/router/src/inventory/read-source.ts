import type { Tx } from "@highstreet/db";
import type { Source } from "./inventory.schema.ts";
import { providerOf } from "./providers.ts";

/** A store's source as stored, with the ids that only we need. */
export interface StoredSource {
  source: Source;
  providerId: string | null;
  latestIngestMode: string | null;
}

const never: StoredSource = {
  source: { status: "pending", provider: null, latestIngest: null, warnings: [] },
  providerId: null,
  latestIngestMode: null,
};

/** Reads a store's source; a store that was never sent anything has a pending one. */
export async function readSource(
  db: Pick<Tx, "prisma">,
  { retailerId, storeId }: { retailerId: string; storeId: string },
): Promise<StoredSource> {
  const row = await db.prisma.inventorySource.findUnique({ where: { retailerId_storeId: { retailerId, storeId } } });
  if (!row) return never;
  const ingest = row.latestIngestId
    ? await db.prisma.ingest.findUnique({ where: { retailerId_id: { retailerId, id: row.latestIngestId } } })
    : null;
  return {
    providerId: row.provider,
    latestIngestMode: ingest?.mode ?? null,
    source: {
      status: row.status as Source["status"],
      provider: providerOf(row.provider),
      latestIngest: ingest && {
        createdAt: ingest.createdAt.toISOString(),
        numberOfLines: ingest.numberOfLines,
        validLines: ingest.validLines,
        inStockValidLines: ingest.inStockValidLines,
      },
      warnings: row.warnings as Source["warnings"],
    },
  };
}
