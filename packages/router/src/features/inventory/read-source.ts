import type { Sql } from "@highstreet/db";
import type { Ingest, Source } from "./inventory.schema.ts";
import { providerOf } from "./providers.ts";
import type { SourceRecord } from "./source.schema.ts";

/** A store's source as stored, with the ids that only we need. */
export interface StoredSource {
  source: Source;
  providerId: string | null;
  latestIngestMode: string | null;
  /** As given at connecting, without secrets. */
  parameters: Record<string, unknown>;
  /** When anything was last received. */
  heardAt: Date | null;
  /** http-pull: when it is fetched next. */
  nextPullAt: Date | null;
  /** The key that sends its feeds; null: none does. */
  uploadKeyId: string | null;
}

interface SourceRow extends Omit<StoredSource, "source"> {
  status: Source["status"];
  warnings: Source["warnings"];
  createdAt: Date | null;
  numberOfLines: number | null;
  validLines: number | null;
  inStockValidLines: number | null;
}

const byStore = `
  SELECT s.status, s.provider AS "providerId", s.warnings, s.parameters, s.heard_at AS "heardAt",
         s.next_pull_at AS "nextPullAt", s.upload_key_id AS "uploadKeyId", i.mode AS "latestIngestMode", i.created_at AS "createdAt",
         i.number_of_lines AS "numberOfLines", i.valid_lines AS "validLines",
         i.in_stock_valid_lines AS "inStockValidLines"
  FROM inventory_source s
  LEFT JOIN ingest i ON i.retailer_id = s.retailer_id AND i.ingest_id = s.latest_ingest_id
  WHERE s.retailer_id = $1 AND s.store_id = $2`;

const never: StoredSource = {
  source: { status: "pending", provider: null, latestIngest: null, warnings: [] },
  providerId: null,
  latestIngestMode: null,
  parameters: {},
  heardAt: null,
  nextPullAt: null,
  uploadKeyId: null,
};

/** What a source shows of its latest ingest. */
export function shownIngest(
  ingest: Pick<Ingest, "createdAt" | "numberOfLines" | "validLines" | "inStockValidLines">,
): NonNullable<Source["latestIngest"]> {
  const { createdAt, numberOfLines, validLines, inStockValidLines } = ingest;
  return { createdAt, numberOfLines, validLines, inStockValidLines };
}

/** Reads a store's source; a store that was never sent anything has a pending one. */
export async function readSource(db: Sql, store: { retailerId: string; storeId: string }): Promise<StoredSource> {
  const [row] = await db.query<SourceRow>(byStore, [store.retailerId, store.storeId]);
  if (!row) return never;
  const { status, warnings, createdAt, numberOfLines, validLines, inStockValidLines, ...ids } = row;
  const latestIngest = createdAt && {
    createdAt: createdAt.toISOString(),
    numberOfLines: numberOfLines ?? 0,
    validLines: validLines ?? 0,
    inStockValidLines: inStockValidLines ?? 0,
  };
  return { ...ids, source: { status, provider: providerOf(ids.providerId), latestIngest, warnings } };
}

/** A source as the API shows it. */
export function presentSource({ source, parameters, heardAt, nextPullAt }: StoredSource): SourceRecord {
  return {
    ...source,
    parameters,
    lastHeardAt: heardAt?.toISOString() ?? null,
    nextFetchAt: nextPullAt?.toISOString() ?? null,
  };
}
