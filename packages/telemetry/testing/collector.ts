import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as the collector received it. */
export interface CollectedSpan {
  name: string;
  /** `service.name` of its process. */
  service: unknown;
  /** 1: internal, 2: server, 3: client */
  kind: number;
  traceId: string;
  spanId: string;
  /** undefined: the first span of its trace */
  parentSpanId: string | undefined;
  isFailed: boolean;
  members: Record<string, unknown>;
}

type Value = Record<string, unknown>;
interface RawSpan extends Omit<CollectedSpan, "service" | "isFailed" | "members"> {
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: { key: string; value: Value }[];
}
interface Payload {
  resourceSpans: { resource: { attributes: RawSpan["attributes"] }; scopeSpans: { spans: RawSpan[] }[] }[];
}

const ERROR = 2;
const membersOf = (attributes: RawSpan["attributes"]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const isId = (id: string, digits: number): boolean => new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`).test(id);

function faultOf(span: RawSpan): string | undefined {
  if (!isId(span.traceId, 32)) return `trace id ${span.traceId}`;
  if (!isId(span.spanId, 16)) return `span id ${span.spanId}`;
  if (span.parentSpanId !== undefined && !isId(span.parentSpanId, 16)) return `parent ${span.parentSpanId}`;
  if (!span.name) return "no name";
  if (BigInt(span.startTimeUnixNano) > BigInt(span.endTimeUnixNano)) return `${span.name} ends before its start`;
  return undefined;
}

/** A strict collector of traces over OTLP/HTTP in JSON, for tests. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const faults: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const take = (request: IncomingMessage, body: string): void => {
    const { method, url } = request;
    const type = request.headers["content-type"];
    if (method !== "POST" || url !== "/v1/traces") faults.push(`${method} ${url}`);
    if (type !== "application/json") faults.push(`content type ${type}`);
    headers.push(request.headers);
    bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Payload).resourceSpans) {
      const service = membersOf(resource.attributes)["service.name"];
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const fault = faultOf(span);
        if (fault) faults.push(fault);
        const { name, kind, traceId, spanId, parentSpanId, status, attributes } = span;
        const isFailed = status.code === ERROR;
        spans.push({
          ...{ name, service, kind, traceId, spanId, parentSpanId, isFailed },
          members: membersOf(attributes),
        });
      }
    }
  };
  const server = createServer((request, response) => {
    text(request)
      .then((body) => {
        take(request, body);
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      })
      .catch((error: unknown) => {
        faults.push(String(error));
        response.writeHead(400).end();
      });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** The bodies and headers of all exports. */
    ...{ bodies, headers },
    /** What an export has wrong. */
    faults,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
