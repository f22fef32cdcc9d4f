import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { type RequestOptions, request } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "@highstreet/db/testing/free-ports";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../apps/rest/src/operations/index.ts";
import { startRest, type TestRest } from "../apps/rest/tests/start-rest.ts";
import { debianProgram } from "./debian.ts";

const FOLDER = join(import.meta.dirname, "proxy");
const API = "api.highstreet.example";
const folder = mkdtempSync(join(tmpdir(), "highstreet-proxy-"));
const [certificate, key] = [join(folder, "own.pem"), join(folder, "own.key")];
const open: { close(): Promise<unknown> }[] = [];

let rest: TestRest;
let restPort: number;
beforeAll(async () => {
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", `/CN=${API}`];
  execFileSync("openssl", [...made, "-keyout", key, "-out", certificate], { stdio: "pipe" });
  rest = await startRest();
  restPort = await rest.listen();
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});
afterAll(async () => {
  await rest.close();
  rmSync(folder, { recursive: true });
});

async function listen(listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push({
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return (server.address() as AddressInfo).port;
}

interface Ports {
  http: number;
  https: number;
  rest: number[];
  console: number;
}

const nginx = debianProgram("nginx", "usr/sbin/nginx");
const caddy = debianProgram("caddy", "usr/bin/caddy");

/** The file of the repository with the ports and certificates of this test. */
function nginxFile({ http, https, ...to }: Ports): string {
  const servers = to.rest.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`).join("\n  ");
  return readFileSync(join(FOLDER, "nginx.conf"), "utf8")
    .replace(/server 127\.0\.0\.1:4000.*\n.*4001.*/, servers)
    .replace("127.0.0.1:3000", `127.0.0.1:${to.console}`)
    .replace("listen 80;", `listen 127.0.0.1:${http};`)
    .replaceAll("listen 443", `listen 127.0.0.1:${https}`)
    .replaceAll(/ssl_certificate (\S+);/g, `ssl_certificate ${certificate};`)
    .replaceAll(/ssl_certificate_key (\S+);/g, `ssl_certificate_key ${key};`);
}

function caddyFile({ http, https, ...to }: Ports): string {
  const own = readFileSync(join(FOLDER, "Caddyfile"), "utf8")
    .replace("127.0.0.1:4000", to.rest.map((port) => `127.0.0.1:${port}`).join(" "))
    .replace("127.0.0.1:3000", `127.0.0.1:${to.console}`)
    .replaceAll(/^([a-z.]+\.example) \{$/gm, `$1 {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`);
  return `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${own}`;
}

function startNginx(place: string, ports: Ports): ChildProcess {
  writeFileSync(join(place, "highstreet.conf"), nginxFile(ports));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${place};`);
  const main = `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; worker_processes 1; pid ${place}/pid; events {}
    http { access_log off; ${temporary.join(" ")} include ${place}/highstreet.conf; }`;
  writeFileSync(join(place, "main.conf"), main);
  return spawn(nginx ?? "", ["-p", place, "-e", join(place, "error.log"), "-c", join(place, "main.conf")]);
}

function startCaddy(place: string, ports: Ports): ChildProcess {
  writeFileSync(join(place, "Caddyfile"), caddyFile(ports));
  const env = { HOME: place, PATH: process.env.PATH };
  return spawn(caddy ?? "", ["run", "--adapter", "caddyfile", "--config", join(place, "Caddyfile")], { env });
}

const proxies = { nginx: { program: nginx, start: startNginx }, Caddy: { program: caddy, start: startCaddy } };

/** Starts a proxy in front of these processes. @returns its HTTPS port */
async function startProxy(name: keyof typeof proxies, to: { rest: number[]; console?: number }): Promise<Ports> {
  const ports = { http: await freePort(), https: await freePort(), console: 9, ...to };
  const place = mkdtempSync(join(folder, "run-"));
  const child = proxies[name].start(place, ports);
  const said: string[] = [];
  child.stderr?.on("data", (bytes) => said.push(String(bytes)));
  const ended = once(child, "exit");
  open.push({
    close: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  });
  const canConnect = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(ports.https, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  await expect.poll(async () => child.exitCode ?? (await canConnect()), { message: said.join("") }).toBe(true);
  return ports;
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

function call(https: number, path: string, options: RequestOptions = {}) {
  const { headers, ...more } = options;
  const sent = request({
    ...{ host: "127.0.0.1", port: https, path, rejectUnauthorized: false, agent: false, servername: API },
    ...{ ...more, headers: { host: API, ...headers } },
  });
  return { sent, arrives: once(sent, "response") as Promise<[IncomingMessage]> };
}

async function answerTo(https: number, path: string, options: RequestOptions = {}, body = ""): Promise<Answer> {
  const { sent, arrives } = call(https, path, options);
  sent.end(body);
  const [response] = await arrives;
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

const healthy: RequestListener = (_request, response) => void response.end("well");

describe.each(Object.keys(proxies) as (keyof typeof proxies)[])("%s", (name) => {
  const here = test.skipIf(proxies[name].program === undefined);

  here("a feed of two megabytes is applied, through TLS, with the address of the caller", async () => {
    const { id } = await rest.t.retailer();
    const { ids } = await rest.t.store(id);
    const { https, http } = await startProxy(name, { rest: [restPort] });
    const lines = Array.from({ length: 60_000 }, (_, n) => `SKU-${n},Product ${n} of the shop,${n % 90}.50,${n % 7}`);
    const feed = `barcode,title,price,quantity\n${lines.join("\n")}\n`;
    const headers = { authorization: `Bearer ${rest.t.partner.key.key}`, "content-type": "text/csv" };
    const path = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;
    const { status, body } = await answerTo(https, path, { method: "PUT", headers }, feed);
    expect([status, JSON.parse(body)]).toMatchObject([200, { status: "applied", validLines: 60_000 }]);
    const plain = await fetch(`http://127.0.0.1:${http}/v1/retailers`, { headers: { host: API }, redirect: "manual" });
    expect([301, 308]).toContain(plain.status);
  });

  here("a body of 100 MB passes, and its first bytes arrive before its last ones are sent", async () => {
    let received = 0;
    const listener: RequestListener = (asked, response) => {
      if (asked.method !== "PUT") return void response.end();
      asked.on("data", (bytes: Buffer) => (received += bytes.length));
      asked.on("end", () => response.end(`${received}`));
    };
    const { https } = await startProxy(name, { rest: [await listen(listener)] });
    const mega = Buffer.alloc(1024 * 1024, "x");
    const options = { method: "PUT", headers: { "content-type": "text/csv" } };
    const { sent, arrives } = call(https, "/v1/inventory/uploads/stock.csv", options);
    sent.write(mega);
    await expect.poll(() => received).toBeGreaterThan(0);
    for (let n = 1; n < 100; n++) if (!sent.write(mega)) await once(sent, "drain");
    sent.end();
    const [response] = await arrives;
    expect([response.statusCode, await text(response)]).toEqual([200, `${100 * mega.length}`]);
  });

  here("a process gets the path, the name and the address of the caller as they are", async () => {
    const port = await listen(({ url, headers }, response) => void response.end(JSON.stringify({ url, headers })));
    const { https } = await startProxy(name, { rest: [port] });
    const path = "/v1/retailers/r/inventory/a%2Fb%20c%C3%A4?page%5Bsize%5D=2";
    const { body } = await answerTo(https, path);
    expect(JSON.parse(body)).toMatchObject({
      url: path,
      headers: { host: API, "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https" },
    });
  });

  here("a live page of the console gets each part when it is written", async () => {
    const ends: (() => void)[] = [];
    const port = await listen((asked, response) => {
      if (asked.url === "/readyz") return void response.end();
      response.writeHead(200, { "content-type": "application/jsonl" }).write("first\n");
      ends.push(() => response.end("last\n"));
    });
    const { https } = await startProxy(name, { rest: [9], console: port });
    const { sent, arrives } = call(https, "/api/trpc/x", {
      ...{ headers: { host: "console.highstreet.example" }, servername: "console.highstreet.example" },
    });
    sent.end();
    const [response] = await arrives;
    expect(String((await once(response, "data"))[0])).toBe("first\n");
    for (const end of ends) end();
    expect(await text(response)).toBe("last\n");
  });

  here("calls reach the other process while one cannot be reached", async () => {
    const { https } = await startProxy(name, { rest: [await freePort(), await listen(healthy)] });
    for (const method of ["GET", "POST", "PATCH", "PUT", "GET", "POST"]) {
      expect(await answerTo(https, "/v1/retailers", { method }, method === "GET" ? "" : "{}")).toMatchObject({
        ...{ status: 200, body: "well" },
      });
    }
  });

  here("without any process the answer is a problem of the API", async () => {
    const { https } = await startProxy(name, { rest: [await freePort()] });
    const repeatable = { method: "POST", headers: { "idempotency-key": "a" } };
    for (const call of [{}, repeatable]) {
      const { status, headers, body } = await answerTo(https, "/v1/retailers", call);
      expect({ status, headers }).toMatchObject({
        status: 503,
        headers: { "content-type": "application/problem+json", "retry-after": "2" },
      });
      expect(JSON.parse(body)).toMatchObject({ status: 503, code: "Unavailable" });
    }
  });
});

describe("nginx", () => {
  const here = test.skipIf(nginx === undefined);

  /** A process that answers 503 and counts its calls. */
  async function withStarting(): Promise<{ https: number; refused: () => number }> {
    let refused = 0;
    const starting = await listen((_request, response) => {
      refused++;
      response.writeHead(503).end("starting");
    });
    const { https } = await startProxy("nginx", { rest: [starting, await listen(healthy)] });
    return { https, refused: () => refused };
  }

  here.each([
    ["a read", { method: "GET" }],
    ["a PUT", { method: "PUT" }],
    ["a POST with an Idempotency-Key", { method: "POST", headers: { "idempotency-key": "k" } }],
    ["a PATCH with an Idempotency-Key", { method: "PATCH", headers: { "idempotency-key": "k" } }],
  ])("%s goes to the next process after a 503", async (_name, options) => {
    const { https, refused } = await withStarting();
    const answers = [await answerTo(https, "/v1/x", options, "{}"), await answerTo(https, "/v1/x", options, "{}")];
    expect([refused(), ...answers.map(({ body }) => body)]).toEqual([1, "well", "well"]);
  });

  here("a POST without a key is not sent twice: its caller gets the 503", async () => {
    const { https, refused } = await withStarting();
    const options = { method: "POST" };
    const answers = [await answerTo(https, "/v1/x", options, "{}"), await answerTo(https, "/v1/x", options, "{}")];
    expect([refused(), answers.map(({ body }) => body).sort()]).toEqual([1, ["starting", "well"]]);
  });

  test("passes on, without a file on its disk, the bodies of exactly the operations that take feeds", () => {
    const pattern = /location ~ (\S+) \{/.exec(readFileSync(join(FOLDER, "nginx.conf"), "utf8"))?.[1] ?? "";
    const matches = (path: string) => new RegExp(pattern).test(path.replaceAll(/:\w+/g, "x"));
    const feeds = operations.filter(({ body }) => body === "stream");
    expect(feeds.filter(({ path }) => !matches(path) || !matches(`/v1${path}/`))).toEqual([]);
    const sameText = new Set(feeds.map(({ path }) => path));
    expect(operations.filter(({ path }) => matches(path) && !sameText.has(path)).map(({ path }) => path)).toEqual([]);
  });
});
