import type { Write } from "../../core/history/index.ts";
import type { Ingest } from "./inventory.schema.ts";

/** The history entry of a feed; the ingest has the details. `storeId` is null for product data. */
export function ingestWrite(retailerId: string, storeId: string | null, ingest: Ingest): Write {
  const action = storeId === null ? "products.feed" : "stock.feed";
  const type = storeId === null ? "products" : "stock";
  const { id, mode, status, validLines, changedItems, newItems } = ingest;
  return {
    ...{ retailerId, action, before: null },
    target: { type, id, storeId },
    after: { id, mode, status, validLines, changedItems, newItems },
  };
}
