import type { CallResult } from "@highstreet/outbound";
import type { Lease } from "../lease/leases.ts";
import { isSuccess } from "../record/retry-schedule.ts";
import type { Item } from "./stream-queue.ts";

type Members = Record<string, string | number | undefined>;

interface CallSpan {
  readonly traceparent: string;
  end(members: Members, isFailed: boolean): void;
}

/** Makes a span of each call. Structurally, a `Tracing` of telemetry is one. */
export interface DeliveryTracer {
  start(name: string, options: { kind: "client"; parent: string | undefined; members: Members }): CallSpan;
}

/** Starts the span of a call. It continues the trace of its event. */
export function startSpan(tracer: DeliveryTracer, item: Item, lease: Lease): CallSpan {
  return tracer.start("webhook delivery", {
    kind: "client",
    parent: item.traceparent,
    members: {
      ...{ "http.request.method": "POST", "highstreet.action": item.action },
      ...{ "highstreet.retailer_id": lease.retailerId, "highstreet.store_id": lease.storeId },
      ...{ "highstreet.sequence": item.sequence, "highstreet.attempt": (item.retry?.attempts ?? 0) + 1 },
    },
  });
}

export function endSpan(span: CallSpan, result: CallResult): void {
  span.end({ "http.response.status_code": result.status ?? undefined }, !isSuccess(result));
}
