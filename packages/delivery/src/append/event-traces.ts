import type { Sql, SqlTx } from "@highstreet/db";
import type { StoreIds } from "./append-events.ts";
import { endTraceSql, readTracesSql, startTraceSql } from "./event-traces.sql.ts";

const nothing = (): void => undefined;

/**
 * Gives events the trace of their transaction, so that their deliveries continue it. Call it before the events are appended. The
 * caller holds the locks of the stores. Without a trace, nothing is written.
 * @returns a function to call after the events are appended
 */
export function traceEvents(tx: SqlTx, retailerId: string, storeIds: string[]): () => void {
  const { traceparent } = tx;
  if (traceparent === undefined) return nothing;
  tx.send(startTraceSql, [retailerId, storeIds, traceparent]);
  return () => tx.send(endTraceSql, [retailerId, storeIds]);
}

/** Adds the traces to events of a store, in order of their sequences. */
export async function addTraces<E extends { sequence: number; traceparent?: string | undefined }>(
  sql: Sql,
  { retailerId, storeId }: StoreIds,
  events: E[],
): Promise<E[]> {
  const [first, last] = [events[0]?.sequence, events.at(-1)?.sequence];
  if (first === undefined) return events;
  const traces = await sql.query<{ first: number; last: number; traceparent: string }>(readTracesSql, [
    ...[retailerId, storeId, first, last],
  ]);
  let n = 0;
  for (const event of events) {
    while ((traces[n + 1]?.first ?? Number.POSITIVE_INFINITY) <= event.sequence) n++;
    const trace = traces[n];
    if (trace && trace.first <= event.sequence && event.sequence <= trace.last) event.traceparent = trace.traceparent;
  }
  return events;
}
