/** Never a key, a body, a query, or the text of an error. */
export type SpanMembers = Record<string, string | number | boolean | undefined>;

export interface Span {
  /** The span as the value of a W3C `traceparent` header. */
  readonly traceparent: string;
  readonly isSampled: boolean;
  set(members: SpanMembers): void;
  end(members?: SpanMembers, isFailed?: boolean): void;
}

export interface SpanOptions {
  /** Default: work inside of the process. */
  kind?: "server" | "client";
  /** A `traceparent` that the span continues. Invalid values are ignored. Default: the span of the running code. */
  parent?: string | undefined;
  members?: SpanMembers;
}

/** The functions do not throw and do not wait for the collector. */
export interface Tracing {
  /** The caller ends it. */
  start(name: string, options?: SpanOptions): Span;
  /** Spans that start in it are its children. */
  within<T>(span: Span, work: () => T): T;
  /** Runs `work` in a span of its own. An error of `work` marks the span. */
  span<T>(name: string, members: SpanMembers, work: (span: Span) => Promise<T>): Promise<T>;
  /** The members of a log line: the trace of the running code. */
  logMembers(): { traceId?: string };
  /** Exports the last spans. Waits at most a second. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** `service.name` without `OTEL_SERVICE_NAME`, such as `highstreet-rest`. */
  service: string;
  /** Called at most once a minute if spans are not exported. */
  onError: (message: string) => void;
}

/**
 * Opens the export of traces, if `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set. Without it, no module of
 * OpenTelemetry is loaded.
 * @returns undefined: nothing is traced
 */
export async function openTracing(env: NodeJS.ProcessEnv, options: TracingOptions): Promise<Tracing | undefined> {
  const isWanted = env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!isWanted || env.OTEL_SDK_DISABLED === "true") return undefined;
  const { exportTraces } = await import("./export-traces.ts");
  return exportTraces(env, options);
}
