import type { Sql } from "@highstreet/db";
import type { Validators } from "./fetch-feed.ts";

/** What is kept of a source's fetches (`inventory_source.validators`). */
export interface PullState extends Validators {
  /** The ingest that the file became; null: it must be fetched again whatever it is. */
  ingestId: string | null;
  /** Fetches that failed since one succeeded. */
  failures: number;
}

const nothing: PullState = { etag: null, lastModified: null, ingestId: null, failures: 0 };

const read = `
  SELECT s.validators AS state,
         COALESCE(i.ingest_id::text = s.validators->>'ingestId' AND i.stock_version = t.stock_version, false) AS "isLast"
  FROM inventory_source s
  JOIN store t ON t.retailer_id = s.retailer_id AND t.store_id = s.store_id
  LEFT JOIN ingest i ON i.retailer_id = s.retailer_id AND i.ingest_id = s.latest_ingest_id
  WHERE s.retailer_id = $1 AND s.store_id = $2`;

/**
 * What is kept of a source's fetches. `known`: the file fetched last, if it was taken in and nothing was since, so that the
 * same file again would change nothing; else null.
 */
export async function readPullState(
  sql: Sql,
  store: { retailerId: string; storeId: string },
): Promise<{ state: PullState; known: Validators | null }> {
  const [row] = await sql.query<{ state: PullState | null; isLast: boolean }>(read, [store.retailerId, store.storeId]);
  const state = row?.state ?? nothing;
  const { etag, lastModified } = state;
  const isKnown = row?.isLast === true && (etag !== null || lastModified !== null);
  return { state, known: isKnown ? { etag, lastModified } : null };
}
