import { Histogram, type Registry } from "prom-client";

/** Records a call. `route` is a pattern, never an address of a caller. `seconds` end with the last byte of the answer. */
export type CallMetrics = (call: { method: string; route: string; status: number }, seconds: number) => void;

/** Measures the calls of an app by route and status. */
export function measureCalls(registry: Registry, app: "rest" | "console"): CallMetrics {
  const duration = new Histogram({
    name: `highstreet_${app}_request_duration_seconds`,
    help: "Duration of a call from its headers to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  return (call, seconds) => duration.observe(call, seconds);
}
