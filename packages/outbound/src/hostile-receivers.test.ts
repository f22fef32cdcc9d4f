import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Sender } from "./sender.ts";

/** What a receiver does after it receives a request. */
type Behaviour = (socket: Socket) => void;

const KIB = 1_024;
let behave: Behaviour;
let requests: string[];
const sockets = new Set<Socket>();
let accepted: number;
const server = createServer((socket) => {
  accepted++;
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.on("close", () => sockets.delete(socket));
  socket.on("data", (bytes) => {
    requests.push(bytes.toString("latin1"));
    if (requests.at(-1)?.startsWith("POST ")) behave(socket);
  });
});
let senders: Sender[] = [];

beforeEach(async () => {
  requests = [];
  accepted = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  senders = [];
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
});

/** A sender with a long deadline by default. */
function newSender(deadlineMs = 60_000): Sender {
  const sender = new Sender({ allowLocalWebhooks: true }, deadlineMs);
  senders.push(sender);
  return sender;
}

const call = (sender: Sender) => {
  const { port } = server.address() as AddressInfo;
  return sender.send({ url: `http://127.0.0.1:${port}/hook`, headers: {}, body: "{}", mayStart: () => true }).result;
};

const says =
  (...pieces: (string | Buffer)[]): Behaviour =>
  (socket) => {
    for (const piece of pieces) socket.write(piece);
  };
const saysAndEnds =
  (...pieces: string[]): Behaviour =>
  (socket) =>
    socket.end(pieces.join(""));

/** Sends one byte after another. */
const spells =
  (answer: string): Behaviour =>
  (socket) => {
    const write = (n: number) => n < answer.length && socket.write(answer.charAt(n), () => write(n + 1));
    socket.setNoDelay();
    write(0);
  };

/** Sends a piece again and again, as fast as possible. */
const pours =
  (head: string, piece: string | Buffer): Behaviour =>
  (socket) => {
    socket.write(head);
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", pour);
    pour();
  };

/** Sends a piece again and again, with a pause between. */
const drips =
  (head: string, piece: string): Behaviour =>
  (socket) => {
    socket.write(head);
    const drip = setInterval(() => socket.write(piece), 2);
    socket.on("close", () => clearInterval(drip));
  };

const OK = "HTTP/1.1 200 OK\r\n";
const chunked = `${OK}transfer-encoding: chunked\r\n\r\n`;
const large = Buffer.alloc(64 * KIB, "x");

describe("a slow receiver is disconnected at the deadline", () => {
  it.each<[string, Behaviour]>([
    ["says nothing", () => undefined],
    ["sends headers byte by byte", drips(`${OK}x-slow: `, "y")],
    ["sends a body byte by byte", drips(`${OK}content-length: 100000\r\n\r\n`, "x")],
    ["sends its body in chunks of a byte", drips(chunked, "1\r\nx\r\n")],
    ["stops within its headers", says(`${OK}content-le`)],
    ["stops within its body", says(`${OK}content-length: 3\r\n\r\nab`)],
    ["never ends its chunks", says(chunked, "3\r\nabc\r\n")],
    ["sends interim answers alone", drips("", "HTTP/1.1 103 Early Hints\r\n\r\n")],
    ["sends 100 Continue alone", drips("", "HTTP/1.1 100 Continue\r\n\r\n")],
  ])("when it %s", async (_, behaviour) => {
    behave = behaviour;
    const result = await call(newSender(150));
    expect(result).toMatchObject({ status: null, answer: "no whole answer within 0.15 s" });
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe("a receiver that sends endlessly is disconnected at once", () => {
  it.each<[string, Behaviour]>([
    ["as a body", pours(`${OK}content-length: 10000000000\r\n\r\n`, large)],
    ["as a body without a length", pours(`${OK}\r\n`, large)],
    ["as chunks", pours(chunked, `10000\r\n${large.toString()}\r\n`)],
  ])("%s: the status counts", async (_, behaviour) => {
    behave = behaviour;
    expect(await call(newSender())).toMatchObject({ status: 200, answer: expect.stringMatching(/^x{1024}$/) });
    await expect.poll(() => sockets.size).toBe(0);
  });

  it.each<[string, Behaviour]>([
    ["as headers", pours(OK, `x-more: ${"y".repeat(KIB)}\r\n`)],
    ["as one header", pours(`${OK}x-long: `, large)],
    ["as the reason of its status", pours("HTTP/1.1 200 ", large)],
    ["as interim answers", pours("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(KIB))],
    ["as 100 Continue", pours("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(KIB))],
    ["as chunks of a byte", pours(chunked, "1\r\nx\r\n".repeat(KIB))],
    ["as an extension of a chunk", pours(`${chunked}5;a=`, large)],
    ["as trailers", pours(`${chunked}0\r\n`, `x-more: ${"y".repeat(KIB)}\r\n`)],
    ["as bytes that are not HTTP", pours("", large)],
  ])("%s: the result has no status", async (_, behaviour) => {
    behave = behaviour;
    const { status, answer } = await call(newSender());
    expect({ status, answer }).toEqual({ status: null, answer: expect.stringMatching(/./) });
    expect(answer).not.toMatch(/no whole answer within/);
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe("the result has no status", () => {
  it.each<[string, Behaviour]>([
    ["closes without an answer", (socket) => socket.end()],
    ["resets", (socket) => socket.resetAndDestroy()],
    ["resets within its headers", (socket) => socket.write(OK, () => socket.resetAndDestroy())],
    [
      "resets within its body",
      (socket) => socket.write(`${OK}content-length: 9\r\n\r\nab`, () => socket.resetAndDestroy()),
    ],
    ["sends less than its content-length", saysAndEnds(`${OK}content-length: 1000\r\n\r\n`, "short")],
    ["ends within its chunks", saysAndEnds(chunked, "ff\r\nshort")],
    ["sends two content-lengths", saysAndEnds(`${OK}content-length: 2\r\ncontent-length: 5\r\n\r\n`, "ab")],
    ["sends a negative content-length", saysAndEnds(`${OK}content-length: -1\r\n\r\n`)],
    [
      "sends a content-length and chunks",
      saysAndEnds(`${OK}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    ],
    ["speaks another protocol", saysAndEnds("SSH-2.0-OpenSSH_9.9\r\n")],
    ["changes the protocol", says("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")],
  ])("if the receiver %s", async (_, behaviour) => {
    behave = behaviour;
    const { status, answer } = await call(newSender());
    expect({ status, answer }).toEqual({ status: null, answer: expect.stringMatching(/./) });
    expect(answer).not.toMatch(/no whole answer within/);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("except that bytes after the content-length are ignored, and the next call works", async () => {
    const sender = newSender();
    behave = says(`${OK}content-length: 2\r\n\r\n`, "abcdef");
    expect(await call(sender)).toMatchObject({ status: 200, answer: "ab" });
    await expect.poll(() => sockets.size).toBe(0);
    behave = says("HTTP/1.1 204 No Content\r\n\r\n");
    expect(await call(sender)).toMatchObject({ status: 204 });
  });
});

describe("an answer", () => {
  it("that redirects is not followed for any redirect status", async () => {
    let followed = 0;
    const elsewhere = createServer((socket) => {
      followed++;
      socket.destroy();
    });
    await once(elsewhere.listen(0, "127.0.0.1"), "listening");
    const { port } = elsewhere.address() as AddressInfo;
    const sender = newSender();
    for (const status of [300, 301, 302, 303, 307, 308]) {
      behave = says(`HTTP/1.1 ${status} Elsewhere\r\nlocation: http://127.0.0.1:${port}/\r\ncontent-length: 0\r\n\r\n`);
      expect(await call(sender)).toMatchObject({ status });
    }
    expect(followed).toBe(0);
    elsewhere.close();
  });

  it("is requested uncompressed, and a compressed answer is not decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000 * KIB));
    behave = says(`${OK}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`, bomb);
    const { status, answer } = await call(newSender());
    expect(status).toBe(200);
    expect(answer.length).toBeLessThanOrEqual(KIB);
    expect(answer.startsWith("\u001f\ufffd")).toBe(true);
    expect(requests[0]).toMatch(/\r\naccept-encoding: identity\r\n/);
  });

  it.each([
    ["HTTP/1.1 100 Continue\r\n\r\n"],
    ["HTTP/1.1 100 Continue\r\nconnection: keep-alive\r\ncontent-length: 0\r\n\r\n"],
    ["HTTP/1.1 102 Processing\r\n\r\n"],
    ["HTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\n"],
    ["HTTP/1.1 103 Early Hints\r\nlink: </100>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"],
  ])("may follow %j, in one piece or byte by byte, and the connection is used again", async (interim) => {
    const body = "HTTP/1.1 100 Continue\r\n\r\n";
    const answer = `${interim}${OK}content-length: ${body.length}\r\n\r\n${body}`;
    const sender = newSender();
    behave = says(answer);
    for (let n = 0; n < 3; n++) {
      expect(await call(sender)).toMatchObject({ status: 200, answer: body, retryAfter: undefined });
    }
    behave = spells(answer);
    for (let n = 0; n < 3; n++) {
      expect(await call(sender)).toMatchObject({ status: 200, answer: body, retryAfter: undefined });
    }
    expect(accepted).toBeLessThanOrEqual(2);
  });

  it("can be followed by any number of answers on the same connection", async () => {
    const sender = newSender();
    behave = says(`${OK}content-length: ${60 * KIB}\r\n\r\n`, large.subarray(0, 60 * KIB));
    for (let n = 0; n < 40; n++) expect((await call(sender)).status).toBe(200);
    expect(accepted).toBeLessThanOrEqual(2);
  });
});
