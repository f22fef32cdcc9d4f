import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { certificate, privateKey } from "../tests/certificate.ts";
import { startDnsServer } from "../tests/dns-server.ts";
import { NameResolver } from "./name-resolver.ts";
import { Sender } from "./sender.ts";

/** Treats this machine as part of the public internet, because a test has no other server. */
vi.mock("./check-address.ts", async (original) => ({ ...(await original<object>()), mayConnect: () => true }));

const authorities = getCACertificates();
const names: unknown[] = [];
const server = createServer({ cert: certificate, key: privateKey }, (_, response) => {
  response.writeContinue();
  response.writeEarlyHints({ link: "</style.css>; rel=preload" });
  response.writeHead(204).end();
});
server.on("tlsClientError", () => undefined);
server.on("secureConnection", ({ servername }) => names.push(servername));
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let sender: Sender;
let port: number;

beforeAll(async () => {
  setDefaultCACertificates([...authorities, certificate]);
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
  const addresses = ["127.0.0.1"];
  dns = await startDnsServer({ "receiver.example": { addresses }, "other.example": { addresses } });
  sender = new Sender({ allowLocalWebhooks: false, resolver: new NameResolver({ servers: dns.servers }) });
});
afterAll(async () => {
  await sender.close();
  await dns.close();
  server.closeAllConnections();
  server.close();
  setDefaultCACertificates(authorities);
});

const callOf = (host: string) =>
  sender.send({ url: `https://${host}:${port}/`, headers: {}, body: "{}", mayStart: () => true }).result;

it("a connection sends the name by SNI, verifies the certificate against the name, and takes 100 Continue and 103 before the answer", async () => {
  expect(await callOf("receiver.example")).toMatchObject({ status: 204 });
  expect(names).toEqual(["receiver.example"]);
  const other = await callOf("other.example");
  expect(other.status).toBeNull();
  expect(other.answer).toBe("no connection, or no HTTP answer on it");
});
