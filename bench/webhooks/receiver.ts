/**
 * Receivers on all of 127.0.0.0/8, so that each endpoint can have its own address. The path says how they answer: a status such as
 * `/204/…`, `/batch/…`, `/reset/…`, `/silent/…`, or `/down/…` with 503 until a call of `/up`. They count the `Webhook-Id` of each call they answer
 * with 204.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

const times = new Map<string, number>();
let calls = 0;
let expected = Number.POSITIVE_INFINITY;
let isUp = false;

function arrived(webhookId: string): void {
  calls++;
  const id = webhookId.slice("evt_".length);
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

/** A batch has the ids in its body. Its first call, of another form, has none. */
async function takeBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { events = [] } = (await json(request)) as { events?: { id: string }[] };
  for (const { id } of events) arrived(id);
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  const kind = request.url?.split("/")[1] ?? "";
  if (kind === "batch") return void takeBatch(request, response);
  request.resume().on("end", () => {
    if (kind === "silent") return;
    if (kind === "reset") return void request.socket.destroy();
    const status = statusOf(kind);
    const id = request.headers["webhook-id"];
    if (status === 204 && id) arrived(String(id));
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
