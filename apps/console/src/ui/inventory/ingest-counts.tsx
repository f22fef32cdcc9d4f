import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Counts } from "../frame/counts.tsx";
import { quantity } from "../frame/formats.ts";
import { texts } from "./texts.ts";

const words = texts.counts;

/** The counts of a file. */
export function IngestCounts({ ingest }: { ingest: Ingest }) {
  const counts = [
    [words.lines, ingest.numberOfLines],
    [words.valid, ingest.validLines],
    [words.inStock, ingest.inStockValidLines],
    ...(ingest.status === "held" || ingest.status === "discarded"
      ? ([
          [words.wouldChange, ingest.changedItems],
          [words.wouldBeNew, ingest.newItems],
        ] as const)
      : ([
          [words.changed, ingest.changedItems],
          [words.new, ingest.newItems],
        ] as const)),
    [words.rejected, ingest.rejectedLines],
  ] as const;
  return <Counts label={words.label} counts={counts.map(([name, number]) => [name, quantity(number)])} />;
}
