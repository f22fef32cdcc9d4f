import type { FeedMapping } from "@highstreet/router/features/inventory/inventory.schema.ts";
import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";

/** The columns that are remembered for the files of a store. */
export function columnsOf({ parameters }: SourceRecord): FeedMapping | undefined {
  return parameters.columns as FeedMapping | undefined;
}

/** The query parameter for chosen columns; nothing for none. */
export function columnsParameter(columns: FeedMapping): { columns?: string } {
  return Object.keys(columns).length > 0 ? { columns: JSON.stringify(columns) } : {};
}
