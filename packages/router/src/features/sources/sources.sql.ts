import type { Source } from "./source.schema.ts";

export interface SourceRow {
  status: Source["status"];
  providerId: string | null;
  warnings: Source["warnings"];
  /** The parameters of the connection, without secrets. */
  parameters: Record<string, unknown>;
  lastContactAt: Date | null;
  nextPullAt: Date | null;
  isEnded: boolean;
  version: number;
  latestIngestMode: string | null;
  createdAt: Date | null;
  numberOfLines: number | null;
  validLines: number | null;
  inStockValidLines: number | null;
}

export const sourceSql = `
  SELECT s.status, s.provider AS "providerId", s.warnings, s.parameters, s.last_contact_at AS "lastContactAt",
         s.next_pull_at AS "nextPullAt", s.is_ended AS "isEnded", s.version, i.mode AS "latestIngestMode", i.created_at AS "createdAt",
         i.number_of_lines AS "numberOfLines", i.valid_lines AS "validLines",
         i.in_stock_valid_lines AS "inStockValidLines"
  FROM inventory_source s
  LEFT JOIN ingest i ON i.retailer_id = s.retailer_id AND i.ingest_id = s.latest_ingest_id
  WHERE s.retailer_id = $1 AND s.store_id = $2`;

/** Saves the state of a source. A null from `$6` to `$9` and in `$11` keeps the value. */
export const saveSourceSql = `
  INSERT INTO inventory_source AS s (retailer_id, store_id, status, provider, warnings, latest_ingest_id, applied_at, last_contact_at,
    event_sequence, created_at, updated_at, is_ended)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, COALESCE($11::boolean, false))
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET
    status = excluded.status, provider = excluded.provider, warnings = excluded.warnings,
    latest_ingest_id = COALESCE(excluded.latest_ingest_id, s.latest_ingest_id),
    applied_at = COALESCE(excluded.applied_at, s.applied_at), last_contact_at = COALESCE(excluded.last_contact_at, s.last_contact_at),
    event_sequence = COALESCE(excluded.event_sequence, s.event_sequence), updated_at = excluded.updated_at,
    is_ended = COALESCE($11, s.is_ended)`;

/** Connected sources without news since `$1`, the longest first, at most `$2`. Without a contact, the last change counts. */
export const silentSourcesSql = `
  SELECT retailer_id AS "retailerId", store_id AS "storeId" FROM inventory_source
  WHERE status = 'connected' AND COALESCE(last_contact_at, updated_at) <= $1
  ORDER BY COALESCE(last_contact_at, updated_at) LIMIT $2`;
