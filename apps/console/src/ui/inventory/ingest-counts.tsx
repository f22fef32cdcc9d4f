import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Counts } from "../frame/counts.tsx";
import { quantity } from "../frame/formats.ts";

/** The counts of a file. */
export function IngestCounts({ ingest }: { ingest: Ingest }) {
  const counts = [
    ["Lines", ingest.numberOfLines],
    ["Valid", ingest.validLines],
    ["In stock", ingest.inStockValidLines],
    ...(ingest.status === "held" || ingest.status === "discarded"
      ? ([
          ["Would change", ingest.changedItems],
          ["Would be new", ingest.newItems],
        ] as const)
      : ([
          ["Changed", ingest.changedItems],
          ["New", ingest.newItems],
        ] as const)),
    ["Rejected", ingest.rejectedLines],
  ] as const;
  return <Counts label="Counts" counts={counts.map(([name, number]) => [name, quantity(number)])} />;
}
