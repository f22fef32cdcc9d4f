import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Counts } from "../frame/counts.tsx";
import { quantity } from "../frame/formats.ts";

/** The counts of a file. */
export function IngestCounts({ ingest }: { ingest: Ingest }) {
  const counts = [
    ["Lines", ingest.numberOfLines],
    ["Valid", ingest.validLines],
    ["In stock", ingest.inStockValidLines],
    ["Changed", ingest.changedItems],
    ["New", ingest.newItems],
    ["Rejected", ingest.rejectedLines],
  ] as const;
  return <Counts label="Counts" counts={counts.map(([name, number]) => [name, quantity(number)])} />;
}
