import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { childEnv } from "@highstreet/db/testing";
import { fakeEnvironment } from "@highstreet/providers/fake-google";
import { createVault } from "@highstreet/router";
import { invitePartnerMember } from "@highstreet/router/features/staff/index.ts";
import { canary, secretsIn } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop, until } from "./shop.ts";

/** 32 bytes that begin like every canary. */
const keyBytes = canary("key").padEnd(32, "x");
const secretKey = Buffer.from(keyBytes).toString("base64");
const credentials = `${canary("user")}:${canary("password")}`;

let shop: Shop;
/** Answers 400 to webhooks and to calls for Google, and repeats headers and body, as some frameworks do. */
const called = new Set<string>();
/** Exported traces. The collector refuses them and repeats the headers, too. */
const traces: string[] = [];
const receiver = createServer((request, response) => {
  called.add(request.url ?? "");
  void text(request).then((body) => {
    if (request.url === "/v1/traces") traces.push(body);
    response.writeHead(400).end(JSON.stringify({ ...request.headers, body }));
  });
});

beforeAll(async () => {
  shop = await openShop();
  shop.test.setNow(new Date());
  await once(receiver.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await shop.test.close();
});

function start(app: "rest" | "worker", env: Record<string, string>) {
  const child = fork(new URL(`../../${app}/src/main.ts`, import.meta.url), {
    env: { ...childEnv, ...env },
    execArgv: [],
    silent: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    child,
    output: () => output,
    message: once(child, "message") as Promise<[{ port: number; metricsPort: number }]>,
  };
}

test("no log, metric, error or trace of REST and worker has a secret", async () => {
  const { port: receiverPort } = receiver.address() as AddressInfo;
  const outside = `http://127.0.0.1:${receiverPort}`;
  const settings = {
    ...fakeEnvironment(outside),
    HIGHSTREET_GOOGLE_CLIENT_SECRET: canary("client"),
    HIGHSTREET_GOOGLE_REFRESH_TOKEN: canary("refresh"),
    HIGHSTREET_GOOGLE_ADS_DEVELOPER_TOKEN: canary("developer"),
    HIGHSTREET_DRAIN_SECONDS: "2",
    DATABASE_URL: shop.test.databaseUrl,
    HIGHSTREET_SECRET_KEY: secretKey,
    HIGHSTREET_REST_PORT: "0",
    HIGHSTREET_METRICS_PORT: "0",
    HIGHSTREET_LOG_LEVEL: "trace",
    HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1",
    HIGHSTREET_CONNECTORS_URL: "http://127.0.0.1:1",
    OTEL_EXPORTER_OTLP_ENDPOINT: outside,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${canary("collector")}`,
    HIGHSTREET_SMTP_URL: `smtp://${credentials}@127.0.0.1:1`,
    HIGHSTREET_SMTP_FROM: "shops@example.com",
    HIGHSTREET_CONSOLE_URL: "http://localhost:3000",
  };
  const rest = start("rest", settings);
  const [{ port, metricsPort }] = await rest.message;
  const base = `http://127.0.0.1:${port}/v1`;
  const key = shop.test.partner.key.key;
  const { ids } = await shop.newStore();
  const store = `/retailers/${ids.retailerId}/stores/${ids.storeId}`;
  const errors: string[] = [];
  const call = async (method: string, path: string, body?: unknown, authorization = `Bearer ${key}`) => {
    const answer = await fetch(base + path, {
      method,
      headers: { authorization, "content-type": "application/json" },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
    const given = await answer.text();
    if (answer.status >= 400) errors.push(given);
    return { status: answer.status, given };
  };

  // Good calls put a secret into every place.
  const webhookUrl = `${outside}/hook`;
  const parameters = { webhookUrl, secret: canary("webhook") };
  expect((await call("POST", `${store}/channels`, { type: "webhook", parameters })).status).toBe(201);
  const source = await call("POST", `${store}/inventory`, { provider: "csv-upload" });
  const { uploadKey } = JSON.parse(source.given).nextSteps;
  const upload = await call(
    "PUT",
    "/inventory/uploads/stock.csv",
    "barcode,price,quantity\n1,1,1\n",
    `Bearer ${uploadKey}`,
  );
  expect(upload.status).toBe(200);
  const credential = { shop: "corner-shop", accessToken: canary("shopify") };
  const connection = `/retailers/${ids.retailerId}/connections`;
  expect((await call("POST", connection, { connector: "shopify", credential })).status).toBeLessThan(300);
  const parametersOfPull = {
    authorization: `Bearer ${canary("pull")}`,
    url: `http://127.0.0.1:1/stock.csv?key=${canary("address")}`,
  };
  await call("POST", `${store}/inventory`, { provider: "http-pull", parameters: parametersOfPull });

  await call("POST", `${store}/channels`, {
    type: "search",
    parameters: { locationId: "1234567890", storeCode: "LONDON1" },
  });

  // Broken calls repeat the secrets.
  const stranger = `hs_${crypto.randomUUID()}_${"ab".repeat(32)}`;
  await call("GET", "/retailers", undefined, `Bearer ${stranger}`);
  await call("GET", "/retailers", undefined, canary("scheme"));
  await call("GET", `/nothing?key=${canary("query")}`);
  await call("POST", `${store}/channels`, `{"type":"webhook","parameters":{"secret":"${canary("broken")}"`);
  await call("POST", `${store}/channels`, { type: "webhook", parameters: { ...parameters, webhookUrl: "no address" } });
  await call("POST", connection, { connector: "shopify", credential: { ...credential, shop: 7 } });
  await call("PUT", "/inventory/uploads/stock.csv", "barcode", `Bearer ${canary("upload")}`);
  expect(errors.length).toBeGreaterThan(5);

  const settingsOfWorker = { ...shop.system.settings, canMail: true, consoleUrl: settings.HIGHSTREET_CONSOLE_URL };
  const inviting = { ...shop.system, vault: createVault(secretKey), settings: settingsOfWorker };
  const { partnerId } = shop.test.partner;
  await invitePartnerMember(inviting, { partnerId, email: "ann@shop.example" });
  const worker = start("worker", settings);
  const [{ metricsPort: ofWorker }] = await worker.message;
  // The mail server is away, the receiver fails, and so do the file, the shop system and Google.
  await until(() => worker.output().includes("an e-mail was not taken by the mail server"));
  await until(() => called.has("/hook") && called.size > 1);

  const metrics = await Promise.all(
    [metricsPort, ofWorker].map(async (one) => (await fetch(`http://127.0.0.1:${one}/metrics`)).text()),
  );
  for (const { child } of [rest, worker]) {
    const ended = once(child, "close");
    child.kill("SIGTERM");
    await ended;
  }
  const known = [key, uploadKey, stranger, secretKey, keyBytes, new URL(shop.test.databaseUrl).password];
  for (const name of ["highstreet-rest", "highstreet-worker"]) expect(traces.join()).toContain(name);
  expect(rest.output() + worker.output()).toContain("spans were not exported");
  const output = [rest.output(), worker.output(), ...metrics, ...errors, ...traces];
  for (const part of output) expect(part).not.toBe("");
  expect(secretsIn(output.join("\n"), known)).toEqual([]);

  // Each line of a log is JSON with a level in words, and a line about a call has its request id.
  const lines = [rest, worker]
    .flatMap(({ output: printed }) => printed().trim().split("\n"))
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => !/^(trace|debug|info|warn|error|fatal)$/.test(level))).toEqual([]);
  expect(lines.filter(({ path, requestId }) => path && !requestId)).toEqual([]);
});
