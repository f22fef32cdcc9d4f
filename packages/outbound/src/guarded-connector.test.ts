import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startDnsServer } from "../tests/dns-server.ts";
import { addressesIn, specialBlocks } from "../tests/special-blocks.ts";
import { findUrlProblem } from "./check-url.ts";
import { guardedConnector } from "./guarded-connector.ts";
import { NameResolver } from "./name-resolver.ts";
import { Sender } from "./sender.ts";

const PUBLIC = "93.184.216.34";

/** Number of connections that this process started. Each is one `connect` call of the operating system. */
let begun = 0;
const watch = createHook({
  init: (_, type) => {
    if (type === "TCPCONNECTWRAP") begun++;
  },
});

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let sender: Sender;
let settings: { allowLocalWebhooks: boolean; resolver: NameResolver };
/** Moves the resolver's clock. */
let seconds = 0;
const accepted = new Set<Socket>();
const server = createServer((socket) => accepted.add(socket));
let port: number;

beforeEach(async () => {
  dns = await startDnsServer();
  const resolver = new NameResolver({ servers: dns.servers, now: () => seconds * 1_000 });
  settings = { allowLocalWebhooks: false, resolver };
  sender = new Sender(settings);
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
  begun = 0;
  watch.enable();
});
afterEach(async () => {
  watch.disable();
  await sender.close();
  await dns.close();
  for (const socket of accepted) socket.destroy();
  server.close();
  await once(server, "close");
});

const callOf = (url: string) => sender.send({ url, headers: {}, body: "{}", mayStart: () => true }).result;

describe("a name", () => {
  it("with an address in a special block is refused before the connection", async () => {
    const addresses = [...new Set(specialBlocks.flatMap((block) => addressesIn(block, [0.3])))];
    for (const [n, address] of addresses.entries()) dns.zones[`host-${n}.example`] = { addresses: [address] };
    for (const [n, address] of addresses.entries()) {
      const { status, answer } = await callOf(`https://host-${n}.example:${port}/`);
      expect({ address, status, answer }).toMatchObject({
        status: null,
        answer: `host-${n}.example leads to an address that may not be called`,
      });
    }
    expect(begun).toBe(0);
  });

  it.each([["127.0.0.1"], ["10.0.0.1"], ["::1"], ["64:ff9b::7f00:1"]])(
    "with %s among public addresses is refused before the connection",
    async (address) => {
      dns.zones["shop.example"] = { addresses: [PUBLIC, address, "2606:4700::1"] };
      expect((await callOf(`https://shop.example:${port}/`)).answer).toMatch(/may not be called/);
      expect(begun).toBe(0);
    },
  );

  it("that changes to a private address after the check is refused before the connection", async () => {
    const url = `https://shop.example:${port}/`;
    dns.zones["shop.example"] = { addresses: [PUBLIC], ttl: 0 };
    expect(await findUrlProblem(url, settings)).toBeUndefined();
    dns.zones["shop.example"] = { addresses: ["127.0.0.1"], ttl: 0 };
    seconds += 1;
    expect((await callOf(url)).answer).toMatch(/may not be called/);
    expect(begun).toBe(0);
  });

  it("is resolved once per connection, because a second answer could differ", async () => {
    dns.zones["shop.example"] = { addresses: ["127.0.0.1"], ttl: 0 };
    await callOf(`https://shop.example:${port}/`);
    expect(dns.asked).toEqual(["shop.example"]);
  });

  it("of this machine's hosts file, or an unknown name, is not connected to by https", async () => {
    for (const name of ["localhost", "any.localhost", "localhost.", "unknown.example"]) {
      expect((await callOf(`https://${name}:${port}/`)).status).toBeNull();
    }
    expect(begun).toBe(0);
  });
});

describe("a connection", () => {
  it("to a forbidden address is closed before anything is written", async () => {
    const received: Buffer[] = [];
    const ended = new Promise<void>((resolve) => {
      server.once("connection", (socket) => {
        socket.on("data", (bytes: Buffer) => received.push(bytes));
        socket.on("close", resolve).on("error", () => undefined);
      });
    });
    // The lookup does not check literal addresses, so only the check of the socket is left.
    const connect = guardedConnector("http:", settings, { timeoutMs: 5_000, mostBytes: 1_000 });
    const connected = new Promise((resolve, reject) => {
      connect({ hostname: "127.0.0.1", protocol: "http:", port: String(port) }, (...[error, socket]) =>
        error ? reject(error) : resolve(socket),
      );
    });
    await expect(connected).rejects.toThrow("127.0.0.1 led to an address that may not be called");
    await ended;
    expect(begun).toBe(1);
    expect(received).toEqual([]);
  });
});
