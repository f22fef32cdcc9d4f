import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CollectedSpan, startCollector } from "@highstreet/telemetry/testing/collector";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openShop, SECRET, type Shop, until } from "./shop.ts";

const secretKey = randomBytes(32).toString("base64");
const LATE = 30_000;

let shop: Shop;
let children: ChildProcess[] = [];
beforeAll(async () => {
  shop = await openShop();
  shop.test.setNow(new Date());
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  await shop.clear();
});
afterAll(() => shop.test.close());

async function start(app: "rest" | "worker", env: Record<string, string>, execArgv: string[] = []) {
  const child = fork(new URL(`../../${app}/src/main.ts`, import.meta.url), {
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: shop.test.databaseUrl, HIGHSTREET_SECRET_KEY: secretKey },
      ...{ HIGHSTREET_REST_PORT: "0", HIGHSTREET_METRICS_PORT: "0", HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1" },
      ...{ HIGHSTREET_DRAIN_DELAY_SECONDS: "0", HIGHSTREET_DRAIN_SECONDS: "5", ...env },
    },
    execArgv,
    silent: true,
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, "close");
  const [{ port }] = (await Promise.race([once(child, "message"), closed])) as [{ port: number }];
  const end = async (): Promise<unknown> => {
    child.kill("SIGTERM");
    return (await closed)[0];
  };
  return { base: `http://127.0.0.1:${port}/v1`, output: () => output, end };
}

/** A store with a receiver that has accepted its ping, and calls to the REST process about it. */
async function connect(base: string) {
  const receiver = await shop.newReceiver();
  const { ids } = await shop.newStore();
  const store = `${base}/retailers/${ids.retailerId}/stores/${ids.storeId}`;
  const call = async (method: string, url: string, body: unknown, traceparent?: string) => {
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${shop.test.partner.key.key}`,
        "content-type": typeof body === "string" ? "text/csv" : "application/json",
        ...(traceparent && { traceparent }),
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    expect([answer.status, await answer.text()]).toEqual([expect.toBeOneOf([200, 201, 202, 204]), expect.anything()]);
    return answer.headers.get("x-request-id");
  };
  const delivered = async (barcode: string, status?: string) => {
    const of = () => receiver.callsAbout(barcode).find(({ data }) => !status || data.status === status);
    await until(of, LATE);
    return of();
  };
  return { ids, receiver, store, call, delivered };
}

const newTrace = () => ({ traceId: randomBytes(16).toString("hex"), spanId: randomBytes(8).toString("hex") });
const asHeader = ({ traceId, spanId }: ReturnType<typeof newTrace>, flags = "01") => `00-${traceId}-${spanId}-${flags}`;

/** The names of a span's ancestors, the oldest first, up to a span that the collector does not have. */
function pathOf(spans: CollectedSpan[], span: CollectedSpan): string[] {
  const parent = spans.find(({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId);
  return [...(parent ? pathOf(spans, parent) : []), span.name];
}

test("a trace leads from the call of a partner to the delivered webhook", async () => {
  const collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=shops" };
  const [rest, worker] = await Promise.all([start("rest", env), start("worker", env)]);
  const { ids, receiver, store, call, delivered } = await connect(rest.base);
  const [enabled, sold, edited, fed, unsampled] = [newTrace(), newTrace(), newTrace(), newTrace(), newTrace()];
  const product = `${rest.base}/retailers/${ids.retailerId}/inventory/7001`;

  const parameters = { webhookUrl: receiver.url, secret: SECRET };
  await call("POST", `${store}/channels`, { type: "webhook", parameters }, asHeader(enabled));
  await until(() => receiver.calls.length, LATE);
  const stock = (price: number) => [{ barcode: "7001", price, quantity: 5 }];
  const requestId = await call("PATCH", `${store}/inventory/stock`, stock(1), asHeader(sold));
  const first = await delivered("7001");
  await call("PATCH", product, { hidden: true }, asHeader(edited));
  const second = await delivered("7001", "out_of_stock");
  await call("PUT", `${store}/inventory/stock`, "barcode,price,quantity\n7002,2,2\n", asHeader(fed));
  const third = await delivered("7002");
  await call("PUT", `${store}/inventory/stock`, "barcode,price,quantity\n7003,2,2\n", asHeader(unsampled, "00"));
  await delivered("7003");
  expect([await rest.end(), await worker.end()]).toEqual([0, 0]);
  await collector.close();

  expect(collector.faults).toEqual([]);
  expect(new Set(collector.headers.map((headers) => headers["x-tenant"]))).toEqual(new Set(["shops"]));
  const { spans } = collector;
  const deliveries = spans.filter(({ name }) => name === "webhook delivery");
  const ofEvents = [
    [enabled, "POST /v1/retailers/:retailerId/stores/:storeId/channels", receiver.calls[0]],
    [sold, "PATCH /v1/retailers/:retailerId/stores/:storeId/inventory/stock", first],
    [edited, "PATCH /v1/retailers/:retailerId/inventory/:barcode", second],
    [fed, "PUT /v1/retailers/:retailerId/stores/:storeId/inventory/stock", third],
  ] as const;
  for (const [trace, route, received] of ofEvents) {
    const server = spans.find(({ traceId, kind }) => traceId === trace.traceId && kind === 2);
    expect(server).toMatchObject({ name: route, parentSpanId: trace.spanId, service: "highstreet-rest" });
    const delivery = deliveries.find(
      ({ members, traceId }) =>
        traceId === trace.traceId && Number(members["highstreet.sequence"]) === received?.sequence,
    );
    expect(delivery).toMatchObject({
      ...{ kind: 3, service: "highstreet-worker", isFailed: false },
      members: expect.objectContaining({
        ...{ "highstreet.store_id": ids.storeId, "highstreet.attempt": 1, "http.response.status_code": 204 },
      }),
    });
    expect(received?.headers.traceparent).toBe(`00-${trace.traceId}-${delivery?.spanId}-01`);
    if (!delivery) continue;
    const path = pathOf(spans, delivery);
    expect([path[0], ...path.slice(-2)]).toEqual([route, "transaction", "webhook delivery"]);
  }
  const patch = spans.find(({ traceId, kind }) => traceId === sold.traceId && kind === 2);
  expect(patch?.members).toMatchObject({ "highstreet.request_id": requestId, "http.response.status_code": 200 });
  expect(spans.filter(({ traceId }) => traceId === sold.traceId).map(({ name }) => name)).toContain(
    "inventory.patchStock",
  );
  const ingest = spans.find(({ traceId, name }) => traceId === fed.traceId && name === "ingest");
  expect(ingest?.members).toMatchObject({ "highstreet.mode": "update", "highstreet.valid_lines": 1 });
  // The caller's decision holds in both processes, and no other trace takes the event.
  expect(spans.filter(({ traceId }) => traceId === unsampled.traceId)).toEqual([]);
  const sequences = [...new Set(receiver.calls.map(({ sequence }) => sequence))];
  const last = sequences.at(-1);
  expect(deliveries.find(({ members }) => Number(members["highstreet.sequence"]) === last)?.traceId).not.toBe(
    fed.traceId,
  );
  expect(spans.some(({ name }) => name.startsWith("job "))).toBe(true);
  const line = rest
    .output()
    .split("\n")
    .find((one) => one.includes(`"requestId":"${requestId}"`));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ traceId: sold.traceId });
}, 120_000);

test.each(["is away", "never answers"])(
  "calls, deliveries and the end of the processes do not wait for a collector that %s",
  async (how) => {
    const silent = createServer(() => undefined);
    await once(silent.listen(0, "127.0.0.1"), "listening");
    const { port } = silent.address() as AddressInfo;
    if (how === "is away") await new Promise((resolve) => silent.close(resolve));
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_EXPORTER_OTLP_TIMEOUT: "600000" };
    const [rest, worker] = await Promise.all([start("rest", env), start("worker", env)]);
    const { receiver, store, call, delivered } = await connect(rest.base);
    const parameters = { webhookUrl: receiver.url, secret: SECRET };
    await call("POST", `${store}/channels`, { type: "webhook", parameters });
    // More spans than wait for a collector.
    for (let price = 1; price <= 100; price++)
      await call("PATCH", `${store}/inventory/stock`, [{ barcode: "7001", price, quantity: 5 }]);
    await call("PATCH", `${store}/inventory/stock`, [{ barcode: "7002", price: 1, quantity: 5 }]);
    await delivered("7002");
    expect([await rest.end(), await worker.end()]).toEqual([0, 0]);
    expect(receiver.faults).toEqual([]);
    silent.closeAllConnections();
    silent.close();
  },
  120_000,
);

/** Prints the modules of OpenTelemetry that a process has loaded, without the API, which other libraries have, too. */
const watch = `
  import { registerHooks } from "node:module";
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context);
    if (/@opentelemetry.(sdk|core|otlp|exporter|resources)/.test(found.url)) console.log("loaded " + found.url);
    return found;
  } });`;

test("without an endpoint, REST and worker load no module of OpenTelemetry, and events get no traces", async () => {
  const hook = ["--import", `data:text/javascript,${encodeURIComponent(watch)}`];
  const [rest, worker] = await Promise.all([start("rest", {}, hook), start("worker", {}, hook)]);
  const { ids, receiver, store, call, delivered } = await connect(rest.base);
  const parameters = { webhookUrl: receiver.url, secret: SECRET };
  await call("POST", `${store}/channels`, { type: "webhook", parameters });
  await call("PATCH", `${store}/inventory/stock`, [{ barcode: "7001", price: 1, quantity: 5 }], asHeader(newTrace()));
  expect((await delivered("7001"))?.headers).not.toHaveProperty("traceparent");
  expect(await shop.test.ctx.db.prisma.storeEvent.count({ where: { ...ids, traceparent: { not: null } } })).toBe(0);
  await Promise.all([rest.end(), worker.end()]);
  expect([rest.output(), worker.output()].filter((output) => output.includes("loaded "))).toEqual([]);

  const traced = await start("rest", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }, hook);
  await traced.end();
  expect(traced.output()).toMatch(/loaded .*sdk-trace/);
}, 120_000);
