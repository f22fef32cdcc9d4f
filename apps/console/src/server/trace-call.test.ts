import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCaller } from "@highstreet/router";
import { createTestContext } from "@highstreet/router/testing";
import { openTracing } from "@highstreet/telemetry";
import { startCollector } from "@highstreet/telemetry/testing/collector";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { traceCall } from "./watch-calls.ts";

const t = await createTestContext();
afterEach(() => vi.unstubAllEnvs());
afterAll(() => t.close());

test("a call of the console is a span without its path and query, with its procedures as children", async () => {
  const collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  const tracer = await openTracing(process.env, { service: "console", onError: (message) => expect(message).toBe("") });
  if (!tracer) throw new Error("no traces");
  const api = createCaller({ ...t.ctx, tracer });
  const server = createServer((request, response) => {
    request.headers["x-request-id"] = "call-1";
    void traceCall(tracer, request, response, async () => {
      await api.retailers.list({ page: {} });
      await api.retailers.get({ retailerId: t.partner.partnerId }).catch(() => undefined);
      response.end(JSON.stringify(tracer.logMembers()));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  expect(await (await fetch(`${base}/api/trpc/retailers.list?input=typed`, { headers })).json()).toEqual({ traceId });
  expect(await (await fetch(`${base}/_next/static/a.js`)).json()).toEqual({});
  await tracer.close();
  await collector.close();
  server.closeAllConnections();
  server.close();

  expect(collector.faults).toEqual([]);
  const call = collector.spans.find(({ kind }) => kind === 2);
  expect(call).toMatchObject({ name: "GET /api/trpc", traceId, parentSpanId: "00f067aa0ba902b7", service: "console" });
  expect(call?.members).toMatchObject({ "highstreet.request_id": "call-1", "http.response.status_code": 200 });
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(below.map(({ name, members }) => [name, members["error.type"]])).toEqual([
    ["retailers.list", undefined],
    ["retailers.get", "RetailerNotFound"],
  ]);
  // Files of Next have no span, but the procedures in this test do.
  expect(collector.spans.filter(({ kind }) => kind === 2)).toHaveLength(1);
  expect(collector.bodies.join()).not.toContain("typed");
});
