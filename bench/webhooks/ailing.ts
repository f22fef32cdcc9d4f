import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { Lifetime } from "../../scripts/lifetime.ts";

/** Receivers that never give a good answer. */
export interface Silence {
  /** An endpoint that accepts connections and calls, and never answers. */
  url: string;
  /** An endpoint that answers 500 … */
  failing: string;
  /** … and an address without a listener. */
  refused: string;
  /** A DNS server that never answers, as `address:port`. */
  dns: string;
}

export async function startSilence(life: Lifetime): Promise<Silence> {
  const server = createServer((socket) => socket.on("error", () => undefined).resume());
  server.listen(0, "127.0.0.1");
  const dns = createSocket("udp4");
  dns.bind(0, "127.0.0.1");
  const failing = createHttpServer((request, response) => {
    request.resume().on("end", () => response.writeHead(500).end());
  });
  failing.listen(0, "127.0.0.1");
  const closed = createServer().listen(0, "127.0.0.1");
  await Promise.all([server, dns, failing, closed].map((one) => once(one, "listening")));
  const urlOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}/hooks/stock`;
  const refused = urlOf(closed);
  closed.close();
  life.onEnd(async () => {
    server.close();
    dns.close();
    failing.closeAllConnections();
    failing.close();
  });
  return {
    ...{ url: urlOf(server), failing: urlOf(failing), refused },
    dns: `127.0.0.1:${dns.address().port}`,
  };
}
