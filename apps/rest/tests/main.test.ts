import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { openSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { childEnv, startProxy } from "@highstreet/db/testing";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";

const t = await createTestContext();
/** All processes of a database have the same key. */
const secretKey = randomBytes(32).toString("base64");
afterAll(() => t.close());
const main = new URL("../src/main.ts", import.meta.url);

function start(env: Record<string, string>) {
  const child = fork(main, { env: { ...childEnv, ...env }, execArgv: [], silent: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, "close") };
}

test.runIf(process.platform === "linux")(
  "without a configured host only this machine reaches API and metrics; outside of a demo the log warns of the sandbox",
  async () => {
    const settings = {
      DATABASE_URL: t.databaseUrl,
      HIGHSTREET_SECRET_KEY: secretKey,
      HIGHSTREET_REST_PORT: "0",
      HIGHSTREET_METRICS_PORT: "0",
    };
    // 127.0.0.2 represents the machine's other addresses.
    const reaches = (port: number) =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.2", () => resolve(true)).once("error", () => resolve(false));
        socket.once("connect", () => socket.destroy());
      });
    const all = { HIGHSTREET_HOST: "0.0.0.0", HIGHSTREET_METRICS_HOST: "0.0.0.0", HIGHSTREET_DEMO: "1" };
    for (const [env, isOpen] of [[{}, false] as const, [all, true] as const]) {
      const { child, output, ended } = start({ ...settings, ...env });
      const [report] = (await once(child, "message")) as [Record<string, number>];
      for (const name of ["port", "metricsPort"]) {
        expect([name, await reaches(report[name] ?? 0)]).toEqual([name, isOpen]);
      }
      child.kill("SIGTERM");
      await ended;
      expect(output().includes("Sandbox: no listing or ad is shown to the public.")).toBe(!isOpen);
    }
  },
);

test("the process reports that it is ready, and on SIGTERM answers running calls and ends with 0", async () => {
  const { child, output, ended } = start({
    DATABASE_URL: t.databaseUrl,
    HIGHSTREET_SECRET_KEY: secretKey,
    HIGHSTREET_REST_PORT: "0",
    HIGHSTREET_METRICS_PORT: "0",
  });
  const [report] = (await once(child, "message")) as [{ ready: boolean; port: number; metricsPort: number }];
  expect(report).toMatchObject({ ready: true });
  const base = `http://127.0.0.1:${report.port}`;
  expect((await fetch(`${base}/readyz`)).status).toBe(200);

  const headers = { authorization: `Bearer ${t.partner.key.key}`, "x-request-id": "call-1" };
  expect((await fetch(`${base}/v1/retailers`, { headers })).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${report.metricsPort}/metrics`)).text();
  expect(metrics).toContain(
    'highstreet_rest_request_duration_seconds_count{method="GET",route="/v1/retailers",status="200"} 1',
  );

  // The body is not complete when the signal arrives.
  let finish = () => {};
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from('{"name":'));
      finish = () => {
        controller.enqueue(Buffer.from('"Late"}'));
        controller.close();
      };
    },
  });
  const late = fetch(`${base}/retailers`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
    duplex: "half",
  });
  await expect.poll(async () => (await fetch(`${base}/healthz`)).status).toBe(200);
  child.kill("SIGTERM");
  await expect.poll(output).toContain('"msg":"ending"');
  finish();
  expect((await late).status).toBe(201);
  expect(await ended).toEqual([0, null]);
  expect(output()).toContain('"requestId":"call-1"');
  expect(output()).not.toContain(t.partner.key.key);
});

test("with a port of SFTP the process opens no such port, and its log says which process does", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), "close");
  const { child, output, ended } = start({
    DATABASE_URL: t.databaseUrl,
    HIGHSTREET_SECRET_KEY: secretKey,
    HIGHSTREET_REST_PORT: "0",
    HIGHSTREET_METRICS_PORT: "0",
    HIGHSTREET_SFTP_PORT: String(port),
  });
  await once(child, "message");
  const [error] = await once(connect(port, "127.0.0.1"), "error").catch((refused: unknown) => [refused]);
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
  await expect.poll(output).toMatch(/"level":"warn".*REST does not serve SFTP/);
  child.kill("SIGTERM");
  await ended;
});

test.runIf(process.platform === "linux")("a process with its log on a full disk answers and ends", async () => {
  const full = openSync("/dev/full", "w");
  const child = fork(main, {
    env: {
      ...childEnv,
      DATABASE_URL: t.databaseUrl,
      HIGHSTREET_SECRET_KEY: secretKey,
      HIGHSTREET_REST_PORT: "0",
      HIGHSTREET_METRICS_PORT: "0",
    },
    execArgv: [],
    stdio: ["ignore", full, full, "ipc"],
  });
  const ended = once(child, "close");
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  // Each refused call has a line in the log.
  for (let n = 0; n < 100; n++) expect((await fetch(`http://127.0.0.1:${port}/v1/retailers`)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("while the process waits for the database, its health port answers and its API is closed; a wrong database ends it at once", async () => {
  // Ports on which nothing listens.
  const servers = [createServer(), createServer(), createServer()].map((server) => server.listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const [port = 0, restPort = 0, metricsPort = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  const url = new URL(t.databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const settings = {
    HIGHSTREET_SECRET_KEY: secretKey,
    HIGHSTREET_REST_PORT: String(restPort),
    HIGHSTREET_METRICS_PORT: String(metricsPort),
  };
  const { child, output, ended } = start({ ...settings, DATABASE_URL: url.href });
  const get = (path: string, at = restPort) =>
    fetch(`http://127.0.0.1:${at}${path}`).then(
      ({ status }) => status,
      () => "closed",
    );
  await expect.poll(() => get("/healthz", metricsPort)).toBe(200);
  expect([await get("/readyz", metricsPort), await get("/v1/retailers")]).toEqual([503, "closed"]);
  await expect.poll(output).toMatch(/refuses the connection: .* Next attempt in/);
  const proxy = await startProxy(t.databaseUrl, { port });
  await once(child, "message");
  expect([await get("/readyz", metricsPort), await get("/readyz"), await get("/v1/retailers")]).toEqual([
    200, 200, 401,
  ]);
  child.kill("SIGTERM");
  await ended;
  await proxy.close();

  url.host = new URL(t.databaseUrl).host;
  url.pathname = "/none";
  const wrong = start({ ...settings, DATABASE_URL: url.href });
  expect(await wrong.ended).toEqual([1, null]);
  expect(wrong.output()).toMatch(/^The database .*\/none does not exist: create it.*$/m);
});

test("with wrong settings the process ends with 1 and one line for each", async () => {
  const { output, ended } = start({ HIGHSTREET_SECRET_KEY: "x" });
  expect(await ended).toEqual([1, null]);
  expect(output().trim().split("\n")).toEqual([
    expect.stringMatching(/^DATABASE_URL is not set: write it as/),
    expect.stringMatching(/^HIGHSTREET_SECRET_KEY must be 32 bytes/),
  ]);
});
