export { createLog, type Log } from "./log.ts";
export { type CallMetrics, measureCalls } from "./metrics/calls.ts";
export { createMetrics, type Metrics } from "./metrics/metrics.ts";
export { type ChannelBacklog, measureWorker, type WorkerMetrics } from "./metrics/worker.ts";
export { createMetricsServer } from "./metrics-server.ts";
export { openTracing, type Span, type Tracing } from "./tracing/tracing.ts";
