import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";

/** Lines read so far. */
export interface FeedProgress {
  lines: number;
}

export interface FeedResult {
  ingest: Ingest;
  /** For a dry run: the number of updates that receivers would get. */
  events?: number;
}
