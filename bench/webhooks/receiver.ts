/**
 * Receivers on all of 127.0.0.0/8, so that each endpoint can have its own address. The path says how they answer: a status such as
 * `/204/…`, `/reset/…`, `/silent/…`, or `/down/…` with 503 until a call of `/up`. They count the `Webhook-Id` of each call they answer
 * with 204.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const times = new Map<string, number>();
let calls = 0;
let expected = Number.POSITIVE_INFINITY;
let isUp = false;

function arrived(id: string): void {
  calls++;
  if (times.has(id)) return;
  const at = performance.timeOrigin + performance.now();
  times.set(id, at);
  if (times.size === expected) process.send?.({ reached: at });
}

function statusOf(kind: string): number {
  if (kind === "up") isUp = true;
  if (kind === "up" || (kind === "down" && isUp)) return 204;
  return kind === "down" ? 503 : Number(kind);
}

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const kind = request.url?.split("/")[1] ?? "";
    if (kind === "silent") return;
    if (kind === "reset") return void request.socket.destroy();
    const status = statusOf(kind);
    const id = request.headers["webhook-id"];
    if (status === 204 && id) arrived(String(id).slice("evt_".length));
    response.writeHead(status).end();
  });
}).listen({ port: 0, host: "0.0.0.0", backlog: 4_096 }, () => {
  process.on("message", (order: { expect?: number }) => {
    if (order.expect === undefined) return void process.send?.({ counted: true, calls, times: [...times] });
    calls = 0;
    times.clear();
    expected = order.expect;
  });
  process.channel?.ref();
  process.send?.({ ready: true, port: (server.address() as AddressInfo).port });
});
