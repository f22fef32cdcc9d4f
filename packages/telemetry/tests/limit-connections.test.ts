import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { createMetricsServer } from "../src/index.ts";
import { limitConnections } from "../src/metrics-server.ts";

const MAX = 20;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function startServer(answer: RequestListener, server = createServer(answer)) {
  if (server.maxConnections === undefined) limitConnections(server, MAX);
  let open = 0;
  server.on("connection", (socket: Socket) => {
    open++;
    socket.once("close", () => open--);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Opens a connection and sends a text. */
  const send = async (text: string) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    await once(socket, "connect");
    socket.write(text);
    return socket;
  };
  return { send, open: () => open, url: `http://127.0.0.1:${port}/` };
}

const halves = {
  "half a request": "GET / HTTP/1.1\r\nHost: x\r\n",
  "no byte": "",
  "a whole request and half of the next": "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
};

for (const [what, text] of Object.entries(halves)) {
  test(`connections with ${what} do not keep others out, and none beyond the limit stays open`, async () => {
    const { send, open, url } = await startServer((_, response) => response.end("ok"));
    for (let n = 0; n < 5 * MAX; n++) {
      await send(text);
      if (n % 10 === 0) expect(await (await fetch(url, { headers: { connection: "close" } })).text()).toBe("ok");
    }
    expect(open()).toBeLessThanOrEqual(MAX);
    expect(await (await fetch(url)).text()).toBe("ok");
  });
}

test("a running request is not cut, and a server full of running requests takes no more", async () => {
  const held: (() => void)[] = [];
  const { send, open } = await startServer((_, response) => held.push(() => response.end("done")));
  const running = [];
  for (let n = 1; n <= MAX; n++) {
    running.push(await send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    await expect.poll(() => held.length).toBe(n);
  }
  const further = await Promise.all(Array.from({ length: 5 }, () => send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")));
  for (const socket of further) {
    await new Promise((resolve) => (socket.closed ? resolve(undefined) : socket.resume().once("close", resolve)));
  }
  expect([open(), held.length]).toEqual([MAX, MAX]);
  for (const end of held) end();
  for (const socket of running) expect(String(await once(socket, "data"))).toContain("done");
});

test("the metrics have such a limit", async () => {
  const { send, open, url } = await startServer(() => undefined, createMetricsServer(new Registry()));
  for (let n = 0; n < 150; n++) await send("GET /metrics HTTP/1.1\r\n");
  expect((await fetch(`${url}metrics`)).status).toBe(200);
  expect(open()).toBeLessThanOrEqual(100);
});
