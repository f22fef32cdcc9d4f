import { isTaken } from "@highstreet/router/features/inventory/ingest-status.schema.ts";
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
    [isTaken(ingest.status) ? words.changed : words.wouldChange, ingest.changedItems],
    [isTaken(ingest.status) ? words.new : words.wouldBeNew, ingest.newItems],
    [words.rejected, ingest.rejectedLines],
  ] as const;
  return <Counts label={words.label} counts={counts.map(([name, number]) => [name, quantity(number)])} />;
}
