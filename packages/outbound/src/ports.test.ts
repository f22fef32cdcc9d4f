import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { findUrlProblem, mayTell } from "./check-url.ts";
import { Sender } from "./sender.ts";

const settings = { allowLocalWebhooks: true, resolver: { addressesOf: async () => ["93.184.216.34"] } };
const sender = new Sender(settings, 300);
afterAll(() => sender.close());
const problemOf = (port: number | string, before?: string) =>
  findUrlProblem(`https://shop.example:${port}/`, settings, before);

test("only ports of web servers can be saved: 80, 443, and from 1024 on those that are not of another protocol", async () => {
  const ports = Array.from({ length: 11_000 }, (_, port) => port);
  const allowed: number[] = [];
  for (const port of ports) if ((await problemOf(port)) === undefined) allowed.push(port);
  const others = [
    1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 4_190, 5_060, 5_061, 6_000, 6_566, 6_665, 6_666, 6_667, 6_668, 6_669,
    6_679, 6_697, 10_080,
  ];
  expect(allowed).toEqual(
    ports.filter((port) => port === 80 || port === 443 || (port >= 1_024 && !others.includes(port))),
  );
  expect(await findUrlProblem("http://127.0.0.1:9/", settings)).toBeUndefined();
});

test("a saved address keeps its port, and no other address gets it", async () => {
  const before = "https://shop.example:22/";
  expect(await problemOf(22, before)).toBeUndefined();
  expect(await problemOf(22, "https://shop.example:23/")).toMatch("has a port that is not for web servers");
  expect(await problemOf(22, "https://other.example:22/")).toMatch("has a port that is not for web servers");
});

test("a failed call does not tell an open port of another protocol from a closed one", async () => {
  const sockets = new Set<Socket>();
  for (const greeting of [
    "SSH-2.0-OpenSSH_9.9\r\n",
    "220 mail ESMTP\r\n",
    "-ERR unknown command\r\n",
    "\u0015\u0003\u0001",
    "",
  ]) {
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => undefined));
      socket.end(greeting);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const call = async () => {
      const { status, answer } = await sender.send({ url, headers: {}, body: "{}", mayStart: () => true }).result;
      return { status, answer };
    };
    const open = await call();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    expect([greeting, open]).toEqual([greeting, await call()]);
  }
});

test("the reason of a certificate is shown for port 443 alone", () => {
  for (const code of [
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ]) {
    const error = Object.assign(new Error("refused"), { code });
    expect(mayTell(error, new URL("https://shop.example/"))).toBe(true);
    expect(mayTell(error, new URL("https://shop.example:8443/"))).toBe(false);
  }
  const wrongProtocol = Object.assign(new Error("wrong version number"), { code: "ERR_SSL_WRONG_VERSION_NUMBER" });
  expect(mayTell(wrongProtocol, new URL("https://shop.example/"))).toBe(false);
});
