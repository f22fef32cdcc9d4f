import type { Context } from "../../kernel/context.ts";

interface Counts {
  id: string;
  mode: string;
  status: string;
  validLines: number;
  rejectedLines: number;
}

/** Runs an ingest in a span of its own, which shows the counts of its record. */
export async function traceIngest<I extends Counts>(
  { tracer }: Pick<Context, "tracer">,
  work: () => Promise<I>,
): Promise<I> {
  if (!tracer) return work();
  return tracer.span("ingest", {}, async (span) => {
    const ingest = await work();
    const { id, mode, status, validLines, rejectedLines } = ingest;
    span.set({
      ...{ "highstreet.ingest_id": id, "highstreet.mode": mode, "highstreet.status": status },
      ...{ "highstreet.valid_lines": validLines, "highstreet.rejected_lines": rejectedLines },
    });
    return ingest;
  });
}
