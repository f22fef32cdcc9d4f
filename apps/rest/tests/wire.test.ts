import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const port = await rest.listen();
const { t } = rest;
const shop = await t.retailer();
const { ids } = await t.store(shop.id);
const inventory = `/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory`;
const key = `Authorization: Bearer ${t.partner.key.key}`;

interface Answer {
  status: number;
  head: string;
  problem: Record<string, unknown>;
}

/**
 * Sends exactly these bytes. `end` closes the sending side after them. Resolves with the received text when the other side closes.
 */
async function wire(text: string, { end = true } = {}): Promise<Answer> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString();
  });
  // The server can close before it has read everything.
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  if (end) socket.end(text);
  else socket.write(text);
  await closed;
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    head,
    problem: JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1)),
  };
}

describe("an incomplete request", () => {
  test("headers over 16 KiB are 431 as problem+json", async () => {
    const { status, head, problem } = await wire(
      `GET /retailers HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      { end: false },
    );
    expect([status, problem.code]).toEqual([431, "HeadersTooLarge"]);
    expect(head).toMatch(/content-type: application\/problem\+json/i);
    expect(head.toLowerCase()).toContain(`x-request-id: ${String(problem.requestId)}`);
  });

  test("an address over 16 KiB is 431", async () => {
    const { status } = await wire(`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, { end: false });
    expect(status).toBe(431);
  });

  test("a request that is not HTTP is 400 as problem+json", async () => {
    const { status, problem } = await wire("HELLO\r\n\r\n", { end: false });
    expect([status, problem.code]).toEqual([400, "MalformedRequest"]);
  });
});

test("a call without Host gets the same answer as other calls", async () => {
  const { status, problem } = await wire("GET /retailers HTTP/1.1\r\nConnection: close\r\n\r\n", { end: false });
  expect([status, problem.code]).toEqual([401, "Unauthorized"]);
});

describe("an upload that is cut off", () => {
  const lines = "barcode,price,quantity\n5000000000017,1.50,3\n5000000000024,1.50,3\n";

  test("changes nothing and leaves nothing, with a length or in chunks", async () => {
    const head = `PUT ${inventory}/stock HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Type: text/csv\r\n`;
    for (const cut of [
      `${head}Content-Length: ${lines.length + 100}\r\n\r\n${lines}`,
      `${head}Transfer-Encoding: chunked\r\n\r\n${lines.length.toString(16)}\r\n${lines}\r\n`,
    ]) {
      const { status, problem } = await wire(cut);
      expect([status, problem.code]).toEqual([400, "MalformedRequest"]);
    }
    expect(await rest.json("GET", `${inventory}/items`)).toMatchObject({ data: [] });
    expect(await rest.json("GET", `${inventory}/ingests`)).toMatchObject({ data: [] });
    expect(await rest.json("GET", inventory)).toMatchObject({ status: "pending", latestIngest: null });
  });

  test("is 400 for JSON too", async () => {
    const { status, problem } = await wire(
      `POST /retailers HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":"x"}`,
    );
    expect([status, problem.code]).toEqual([400, "MalformedRequest"]);
  });

  test("does not stop the server from serving the next call", async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1${inventory}/stock`, {
      method: "PUT",
      headers: { authorization: `Bearer ${t.partner.key.key}` },
      body: lines,
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { validLines: 2, newItems: 2 }]);
  });
});

test("a refused call is answered before its body has arrived", async () => {
  const { status } = await wire(
    `PUT ${inventory}/stock HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\nbarcode`,
  );
  expect(status).toBe(401);
});

describe("after an answer before the end of the body, the next call uses the same connection", () => {
  const MiB = 1_048_576;
  const put = (more = "") => `PUT ${inventory}/stock HTTP/1.1\r\nHost: x\r\n${key}\r\n${more}`;
  const chunked = (bytes: Buffer) => {
    const size = Buffer.from(`Transfer-Encoding: chunked\r\n\r\n${bytes.length.toString(16)}\r\n`);
    return Buffer.concat([size, bytes, Buffer.from("\r\n0\r\n\r\n")]);
  };
  const withLength = (bytes: Buffer) => Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
  const blank = Buffer.alloc(8 * MiB, " ");
  const post = `POST /retailers HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Type: application/json\r\n`;
  const long = Buffer.from(`barcode,price\n${"x".repeat(8 * MiB)}`);
  const bomb = gzipSync(Buffer.alloc(201 * MiB), { level: 9 });

  test.for([
    ["JSON over 1 MiB, of a length not announced", 413, post, chunked(blank)],
    ["JSON over 1 MiB, announced", 413, post, withLength(blank)],
    ["a body with an unknown key", 401, `PUT ${inventory}/stock HTTP/1.1\r\nHost: x\r\n`, chunked(blank)],
    ["a feed with a refused first line", 422, put(), withLength(long)],
    ["a feed that is no gzip, with a header for gzip", 400, put("Content-Encoding: gzip\r\n"), chunked(long)],
    ["a gzip bomb and what comes behind it", 422, put(), chunked(Buffer.concat([bomb, blank]))],
  ] as const)("%s: %i", async ([_name, status, head, body]) => {
    const socket = connect(port, "127.0.0.1");
    let answers = "";
    socket.on("data", (chunk: Buffer) => {
      answers += chunk.toString();
    });
    const written = new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write(Buffer.concat([Buffer.from(head), body]), () => resolve());
    });
    await expect.poll(() => answers, { timeout: 20_000 }).toMatch(/^HTTP/);
    expect(Number(answers.split(" ")[1])).toBe(status);
    await written;
    socket.write("GET /v1/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await once(socket, "close");
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 200"]);
  });
});

test("slow feeds of dry runs leave connections to the database for other calls", async () => {
  const lines = "barcode,price,quantity\n5000000000017,1.50,3\n";
  const head = `PUT ${inventory}/stock?dryRun=true HTTP/1.1\r\nHost: x\r\n${key}\r\nConnection: close\r\n`;
  const slow = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = connect(port, "127.0.0.1");
      await once(socket, "connect");
      let answer = "";
      socket.on("data", (chunk: Buffer) => {
        answer += chunk.toString();
      });
      socket.write(`${head}Content-Length: ${lines.length}\r\n\r\nbarcode`);
      return { socket, closed: once(socket, "close"), answer: () => answer };
    }),
  );
  for (const name of ["One", "Two", "Three"]) {
    const answer = await rest.call("PATCH", `/v1/retailers/${ids.retailerId}`, { body: { name } });
    expect(answer.statusCode).toBe(200);
  }
  for (const { socket } of slow) socket.write(lines.slice("barcode".length));
  for (const { closed, answer } of slow) {
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 200/);
  }
});

test("the server limits its connections, and the time for the head of a request", () => {
  expect(rest.server).toMatchObject({ maxConnections: 10_000, headersTimeout: 10_000 });
});
