import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as after } from "node:timers/promises";
import { type Context, ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { parseTraceParent, setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Span, SpanMembers, SpanOptions, Tracing, TracingOptions } from "./tracing.ts";

/** The sampler of `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`, with the names of OpenTelemetry. Default: every trace. */
function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: arg }: NodeJS.ProcessEnv): Sampler {
  const ratio = new TraceIdRatioBasedSampler(arg ? Number(arg) : 1);
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: ratio,
    parentbased_always_off: new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: new ParentBasedSampler({ root: ratio }),
  };
  return roots[name ?? ""] ?? new ParentBasedSampler({ root: new AlwaysOnSampler() });
}

const CLOSING_MS = 1_000;
const WARN_PAUSE_MS = 60_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
const SAMPLED = 1;

class ExportedSpan implements Span {
  readonly context: Context;
  readonly #span: SdkSpan;

  constructor(span: SdkSpan) {
    this.#span = span;
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get isSampled(): boolean {
    return (this.#span.spanContext().traceFlags & SAMPLED) === SAMPLED;
  }

  get traceparent(): string {
    const { traceId, spanId } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-0${this.isSampled ? 1 : 0}`;
  }

  set(members: SpanMembers): void {
    for (const [name, value] of Object.entries(members)) if (value !== undefined) this.#span.setAttribute(name, value);
  }

  end(members: SpanMembers = {}, isFailed = false): void {
    this.set(members);
    if (isFailed) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

function contextOf(traceparent: string | undefined): Context | undefined {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : undefined;
}

/** The kind of an error. Its message can have values of a caller. */
const errorType = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/**
 * Exports spans over OTLP/HTTP with the standard settings `OTEL_*`. Spans wait in a bounded queue, and those beyond it are dropped.
 * Nothing is registered with the API of OpenTelemetry, so libraries add no spans of their own.
 */
export function exportTraces(env: NodeJS.ProcessEnv, { service, onError }: TracingOptions): Tracing {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (error: unknown): void => {
    if (performance.now() - warnedAt < WARN_PAUSE_MS) return;
    warnedAt = performance.now();
    onError(error instanceof Error ? error.message : String(error));
  };
  setGlobalErrorHandler(warn);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": service }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("highstreet");
  const running = new AsyncLocalStorage<ExportedSpan>();

  const start = (name: string, { kind, parent, members = {} }: SpanOptions = {}): ExportedSpan => {
    const context = contextOf(parent) ?? running.getStore()?.context ?? ROOT_CONTEXT;
    const span = new ExportedSpan(tracer.startSpan(name, kind ? { kind: kinds[kind] } : {}, context));
    span.set(members);
    return span;
  };
  return {
    start,
    within: (span, work) => running.run(span as ExportedSpan, work),
    span: (name, members, work) => {
      const span = start(name, { members });
      return running.run(span, async () => {
        try {
          const result = await work(span);
          span.end();
          return result;
        } catch (error) {
          span.end({ "error.type": errorType(error) }, true);
          throw error;
        }
      });
    },
    logMembers: () => {
      const span = running.getStore();
      return span ? { traceId: span.traceId } : {};
    },
    close: async () => {
      const closed = provider.shutdown().catch(warn);
      await Promise.race([closed, after(CLOSING_MS, undefined, { ref: false })]);
    },
  };
}
