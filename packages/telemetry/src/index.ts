export { createLog, type Log } from "./log.ts";
export { type CallMetrics, createMetrics, type Metrics, measureCalls, measureTills } from "./metrics.ts";
export { createMetricsServer, limitConnections, MAX_CONNECTIONS } from "./metrics-server.ts";
export { openTracing, type Span, type Tracing } from "./tracing.ts";
export { type ChannelBacklog, measureWorker } from "./worker-metrics.ts";
