import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Lifetime } from "../../scripts/lifetime.ts";

/** What endpoints may meet that never answer. */
export interface Silence {
  /** An endpoint that takes connections and calls, and says nothing. */
  url: string;
  /** A DNS server of the same kind, as `address:port`. */
  dns: string;
}

export async function startSilence(life: Lifetime): Promise<Silence> {
  const server = createServer((socket) => socket.on("error", () => undefined).resume());
  server.listen(0, "127.0.0.1");
  const dns = createSocket("udp4");
  dns.bind(0, "127.0.0.1");
  await Promise.all([once(server, "listening"), once(dns, "listening")]);
  life.onEnd(async () => {
    server.close();
    dns.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/stock`,
    dns: `127.0.0.1:${dns.address().port}`,
  };
}
