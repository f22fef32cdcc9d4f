/**
 * Receivers in their own process, as cheap as possible in Node: raw sockets that answer each call with 204 and count its
 * `Webhook-Id`. They listen on all of 127.0.0.0/8, so that each endpoint can have its own address.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { arrived, serveOrders } from "./arrivals.ts";

const ANSWER = Buffer.from("HTTP/1.1 204 No Content\r\n\r\n");
const ID = Buffer.from("webhook-id: ");
const LENGTH = Buffer.from("content-length: ");
const END = Buffer.from("\r\n\r\n");

const clock = (): number => performance.timeOrigin + performance.now();

function count(head: Buffer): void {
  const from = head.indexOf(ID) + ID.length;
  arrived(head.toString("latin1", from, head.indexOf(13, from)), clock());
}

/**
 * Takes complete calls from the front of `bytes`.
 * @returns the rest, and the number of calls
 */
function take(bytes: Buffer): { rest: Buffer; taken: number } {
  let taken = 0;
  for (let begin = 0; ; taken++) {
    const end = bytes.indexOf(END, begin);
    if (end < 0) return { rest: bytes.subarray(begin), taken };
    const head = bytes.subarray(begin, end + 2);
    const at = head.indexOf(LENGTH) + LENGTH.length;
    const next = end + END.length + Number(head.toString("latin1", at, head.indexOf(13, at)));
    if (next > bytes.length) return { rest: bytes.subarray(begin), taken };
    count(head);
    begin = next;
  }
}

function serve(socket: Socket): void {
  let before: Buffer | undefined;
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    const { rest, taken } = take(before?.length ? Buffer.concat([before, chunk]) : chunk);
    before = rest;
    for (let n = 0; n < taken; n++) socket.write(ANSWER);
  });
}

const server = createServer(serve).listen({ port: 0, host: "0.0.0.0", backlog: 4_096 }, () => {
  serveOrders((server.address() as AddressInfo).port);
});
