type SpanMembers = Record<string, string | number | boolean | undefined>;

/** Makes spans for the operator's traces. Members never have a key, a body, a query or the text of an error. */
export interface Tracer {
  /** Runs `work` in a span. Spans that start in it are its children. An error of `work` marks the span. */
  span<T>(
    name: string,
    members: SpanMembers,
    work: (span: {
      readonly traceparent: string;
      readonly isSampled: boolean;
      set(members: SpanMembers): void;
    }) => Promise<T>,
  ): Promise<T>;
}
