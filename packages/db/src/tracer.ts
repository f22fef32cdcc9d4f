type SpanMembers = Record<string, string | number | boolean | undefined>;

interface Span {
  /** The span as the value of a W3C `traceparent` header. */
  readonly traceparent: string;
  /** Whether the span is exported. */
  readonly isSampled: boolean;
  set(members: SpanMembers): void;
  /** @param isFailed marks the span as an error */
  end(members?: SpanMembers, isFailed?: boolean): void;
}

/** Makes spans for the operator's traces, as `openTracing` of telemetry does. Members never have a key, a body, a query or the text of an error. */
export interface Tracer {
  /** Starts a span. The caller ends it. @param options.parent a `traceparent` that the span continues */
  start(
    name: string,
    options: { kind?: "server" | "client"; parent?: string | undefined; members?: SpanMembers },
  ): Span;
  /** Spans that start in it are its children. An error of `work` marks the span. */
  span<T>(name: string, members: SpanMembers, work: (span: Span) => Promise<T>): Promise<T>;
}
