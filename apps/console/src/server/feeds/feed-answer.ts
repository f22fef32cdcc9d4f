import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";

/** Lines read so far. */
export interface FeedProgress {
  lines: number;
}

export interface FeedResult {
  ingest: Ingest;
  /** Of a dry run: how many updates receivers would be sent. */
  events?: number;
}
