import type { Write } from "../history/index.ts";
import type { Ingest } from "./inventory.schema.ts";

/** What taking in a feed, or lines of a till, is in the history: its ingest says the rest. `storeId` null: product data. */
export function ingestWrite(retailerId: string, storeId: string | null, ingest: Ingest): Write {
  const action = storeId === null ? "products.feed" : ingest.mode === "patch" ? "stock.patch" : "stock.feed";
  const type = storeId === null ? "products" : "stock";
  const { id, mode, status, validLines, changedItems, newItems } = ingest;
  return {
    ...{ retailerId, action, before: null },
    target: { type, id, storeId },
    after: { id, mode, status, validLines, changedItems, newItems },
  };
}
