import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Call, Sender } from "./sender.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** An idle connection to the server stays open, however slow this machine is. */
async function httpServer(listener: RequestListener): Promise<number> {
  const server = createHttpServer({ keepAliveTimeout: MINUTES }, listener);
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

/** Longer than any test. */
const MINUTES = 600_000;

function newSender(allowLocalWebhooks: boolean): Sender {
  const sender = new Sender({ allowLocalWebhooks }, MINUTES);
  closing.push(() => sender.close());
  return sender;
}

const call = (url: string, mayStart = () => true): Call => ({ url, headers: {}, body: "{}", mayStart });

describe("a call", () => {
  it("does not connect to a forbidden address in any notation", async () => {
    let connections = 0;
    const server = createTcpServer((socket) => {
      connections++;
      socket.destroy();
    });
    const port = await listen(server);
    closing.push(async () => server.close());
    const sender = newSender(false);
    const hosts = ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "0177.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0"];
    for (const host of hosts) {
      for (const scheme of ["http", "https"]) {
        const { status, answer } = await sender.send(call(`${scheme}://${host}:${port}/`)).result;
        expect([host, status]).toEqual([host, null]);
        expect(answer).toMatch(/may (not )?be called/);
      }
    }
    expect(connections).toBe(0);
  });

  it("connects to loopback over http, but not over https, if local webhooks are allowed", async () => {
    const port = await httpServer((_, response) => response.writeHead(204).end());
    const sender = newSender(true);
    expect((await sender.send(call(`http://localhost:${port}/`)).result).status).toBe(204);
    expect((await sender.send(call(`https://localhost:${port}/`)).result).answer).toMatch(/may not be called/);
    expect((await sender.send(call(`http://10.0.0.1:${port}/`)).result).answer).toMatch(/may not be called/);
  });

  it("is not written if mayStart returns false", async () => {
    let requests = 0;
    const port = await httpServer((_, response) => {
      requests++;
      response.end();
    });
    const result = await newSender(true).send(call(`http://127.0.0.1:${port}/`, () => false)).result;
    expect(result).toMatchObject({ isRefused: true, status: null });
    expect(requests).toBe(0);
  });

  it("keeps only text that the database can store", async () => {
    const port = await httpServer((_, response) => response.writeHead(400).end(Buffer.from([0x61, 0, 0xff, 0x62])));
    const { answer } = await newSender(true).send(call(`http://127.0.0.1:${port}/`)).result;
    expect(answer).toBe("a\ufffdb");
  });

  it("reports why there is no answer", async () => {
    const sender = newSender(true);
    const server = createTcpServer((socket) => socket.destroy());
    const port = await listen(server);
    expect((await sender.send(call(`http://127.0.0.1:${port}/`)).result).answer).not.toBe("");
    server.close();
    await once(server, "close");
    expect((await sender.send(call(`http://127.0.0.1:${port}/`)).result).answer).toBe(
      "no connection, or no HTTP answer on it",
    );
  });
});

describe("connections", () => {
  it("are limited to 500 origins: the least recently used idle pool is closed", async () => {
    const sender = newSender(true);
    const answers: (() => void)[] = [];
    const open = new Set<number>();
    const urls: string[] = [];
    for (let n = 0; n <= 500; n++) {
      const port = await httpServer((request, response) => {
        open.add(n);
        request.socket.once("close", () => open.delete(n));
        const answer = () => response.writeHead(204).end();
        if (n === 0) answers.push(answer);
        else answer();
      });
      urls.push(`http://127.0.0.1:${port}/`);
    }
    const waiting = sender.send(call(String(urls[0]))).result;
    for (const url of urls.slice(1, 500)) expect((await sender.send(call(url)).result).status).toBe(204);
    expect((await sender.send(call(String(urls[1]))).result).status).toBe(204);
    expect(open.size).toBe(500);

    expect((await sender.send(call(String(urls[500]))).result).status).toBe(204);
    await expect.poll(() => open.size).toBe(500);
    expect([0, 1, 2, 3].filter((n) => open.has(n))).toEqual([0, 1, 3]);
    for (const answer of answers) answer();
    expect((await waiting).status).toBe(204);
  });
});
