/**
 * A process with TLS receivers for `receiver.example`. The path of a call chooses the behaviour: one long answer, the others
 * hostile. Reports its port by `process.send` and ends with its parent.
 */
import type { AddressInfo } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { certificate, privateKey } from "./certificate.ts";

const OK = "HTTP/1.1 200 OK\r\n";
const large = Buffer.alloc(1 << 16, "x");
const long = Buffer.concat([
  Buffer.from(`${OK}content-length: 60000\r\nconnection: close\r\n\r\n`),
  large.subarray(0, 60_000),
]);
const bomb = gzipSync(Buffer.alloc(64 << 20));

/** Sends a piece again and again, as fast as possible. */
function pour(socket: TLSSocket, head: string, piece: Buffer): void {
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
}

function drip(socket: TLSSocket, head: string, everyMs: number): void {
  socket.write(head);
  const timer = setInterval(() => socket.write("x"), everyMs);
  socket.on("close", () => clearInterval(timer));
}

const receivers: Record<string, (socket: TLSSocket) => void> = {
  "/long": (socket) => socket.end(long),
  "/hangs": () => undefined,
  "/drips": (socket) => drip(socket, `${OK}content-length: 100000\r\n\r\n`, 1_000),
  "/drips-headers": (socket) => drip(socket, `${OK}x-long: `, 1_000),
  "/ten-gigabytes": (socket) => pour(socket, `${OK}content-length: 10000000000\r\n\r\n`, large),
  "/gzip-bomb": (socket) => pour(socket, `${OK}content-encoding: gzip\r\ncontent-length: 10000000000\r\n\r\n`, bomb),
  "/endless-headers": (socket) => pour(socket, `${OK}x-long: `, large),
  "/endless-extension": (socket) => pour(socket, `${OK}transfer-encoding: chunked\r\n\r\n5;a=`, large),
  "/resets": (socket) => socket.write(`${OK}content-length: 9\r\n\r\nab`, () => socket.destroy()),
  "/lies": (socket) => socket.end(`${OK}content-length: 1000\r\n\r\nshort`),
};

const server = createServer({ cert: certificate, key: privateKey }, (socket) => {
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    const path = /^POST (\S+)/.exec(bytes.toString("latin1"))?.[1];
    if (path !== undefined) receivers[path]?.(socket);
  });
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 1_024 }, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
process.on("disconnect", () => process.exit());
