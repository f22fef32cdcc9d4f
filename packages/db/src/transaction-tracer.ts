import type { BulkSize } from "./opener.ts";
import type { TransactionScope } from "./scope.ts";

/** Makes a span of each transaction. Structurally, a `Tracing` of telemetry is one. */
export interface TransactionTracer {
  span<T>(
    name: string,
    members: Record<string, string | undefined>,
    work: (span: { traceparent: string; isSampled: boolean }) => Promise<T>,
  ): Promise<T>;
}

/** What the span of a transaction shows. */
export function spanMembers(scope: TransactionScope, bulk: BulkSize | undefined): Record<string, string | undefined> {
  const { retailerId, storeId } = scope === "no shop" ? {} : scope;
  return {
    ...{ "db.system.name": "postgresql", "highstreet.bulk": bulk },
    ...{ "highstreet.retailer_id": retailerId, "highstreet.store_id": storeId ?? undefined },
  };
}
