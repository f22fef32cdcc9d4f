import { once } from "node:events";
import { connect as connectSocket, type Socket } from "node:net";
import { createCaller } from "@highstreet/router";
import { Client, type ConnectConfig } from "ssh2";
import { expect, test } from "vitest";
import { closeOf, startGateway } from "./start-gateway.ts";

const anHour = 3_600_000;
/** Times that do not end within a test. */
const patient = { loginMs: anHour, crowdedMs: anHour, idleMs: anHour };

const world = async (limits: Parameters<typeof startGateway>[0] = {}) => {
  const started = await startGateway({ ...patient, ...limits });
  return { ...started, [Symbol.asyncDispose]: started.close };
};

/** A connection that sends nothing by itself, from one of the addresses of this machine. */
async function silent(port: number, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connectSocket({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined).resume();
  await once(socket, "connect");
  return socket;
}

/** An SSH connection after these passwords were refused. It sends nothing more by itself. */
async function undecided(port: number, passwords: string[] = []): Promise<Client> {
  const client = new Client();
  const left = [...passwords];
  client.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    const authHandler: ConnectConfig["authHandler"] = (_methods, _partial, next) => {
      const password = left.shift();
      if (password === undefined) resolve();
      else next({ type: "password", username: "store", password });
    };
    client.connect({ host: "127.0.0.1", port, username: "store", authHandler });
  });
  return client;
}

/** Starts an exchange of keys. ssh2 has this method for servers only. */
function rekey(client: Client): void {
  (client as unknown as { _protocol: { rekey(): void } })._protocol.rekey();
}

/** A packet before the exchange of keys. */
function packet(payload: Buffer): Buffer {
  const padding = 8 - ((payload.length + 5) % 8) + 8;
  const head = Buffer.alloc(5);
  head.writeUInt32BE(payload.length + padding + 1);
  head[4] = padding;
  return Buffer.concat([head, payload, Buffer.alloc(padding)]);
}

test("the gateway offers no group that is slow to compute, no SHA-1 and no compression", async () => {
  await using gateway = await world();
  const socket = await silent(gateway.port);
  let seen: Buffer = Buffer.alloc(0);
  socket.on("data", (piece: Buffer) => (seen = Buffer.concat([seen, piece])));
  socket.write("SSH-2.0-Test\r\n");
  await expect.poll(() => seen.includes("none")).toBe(true);
  // Ten lists of names follow the type and the cookie.
  let at = seen.indexOf("\r\n") + 2 + 5 + 17;
  const lists = Array.from({ length: 10 }, () => {
    const length = seen.readUInt32BE(at);
    at += 4 + length;
    return seen.toString("latin1", at - length, at);
  });
  const [kex, , , , macsIn, macsOut, compressIn, compressOut] = lists;
  const offered = "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,ecdh-sha2-nistp384";
  expect(kex).toBe(`${offered},diffie-hellman-group14-sha256,kex-strict-s-v00@openssh.com`);
  expect([macsIn, compressIn]).toEqual([macsOut, compressOut]);
  expect(macsIn).toMatch(/^(hmac-sha2-(256|512)(-etm@openssh\.com)?,?){4}$/);
  expect(compressIn).toBe("none");
  expect(lists.join()).not.toMatch(/sha1|group1[5-8]|group-exchange|521|cbc|3des|arcfour|md5/);
  socket.destroy();
});

test.each<[string, ConnectConfig["algorithms"]]>([
  ["diffie-hellman-group18-sha512", { kex: ["diffie-hellman-group18-sha512"] }],
  ["diffie-hellman-group16-sha512", { kex: ["diffie-hellman-group16-sha512"] }],
  ["diffie-hellman-group-exchange-sha256", { kex: ["diffie-hellman-group-exchange-sha256"] }],
  ["hmac-sha1", { hmac: ["hmac-sha1"], cipher: ["aes128-ctr"] }],
])("a client that insists on %s is refused", async (_, algorithms) => {
  await using gateway = await world();
  await expect(gateway.connect("any", { algorithms })).rejects.toThrow(/no matching/i);
});

test.each<[string, ConnectConfig["algorithms"]]>([
  ["diffie-hellman-group14-sha256", { kex: ["diffie-hellman-group14-sha256"] }],
  [
    "ecdh-sha2-nistp256 and hmac-sha2-256",
    { kex: ["ecdh-sha2-nistp256"], hmac: ["hmac-sha2-256"], cipher: ["aes128-ctr"] },
  ],
])("an old till with %s signs in", async (_, algorithms) => {
  await using gateway = await world();
  const { key } = await gateway.newStore();
  (await gateway.connect(key, { algorithms })).destroy();
});

test("a connection that exchanges keys again before its sign-in is cut before the exchange", async () => {
  await using gateway = await world();
  const client = await undecided(gateway.port);
  let exchanges = 0;
  client.on("handshake", () => exchanges++);
  const closed = closeOf(client);
  rekey(client);
  await closed;
  expect(exchanges).toBe(0);
});

test("a till can exchange keys once a minute, and is cut at a second time in that minute", async () => {
  await using gateway = await world();
  const { key } = await gateway.newStore();
  const client = await gateway.connect(key);
  const exchange = async () => {
    rekey(client);
    await once(client, "handshake");
  };
  await exchange();
  gateway.rest.t.advance(60_000);
  await exchange();
  gateway.rest.t.advance(59_999);
  const closed = closeOf(client);
  rekey(client);
  await closed;
});

test("a connection that sends much before its sign-in is cut", async () => {
  await using gateway = await world();
  const socket = await silent(gateway.port);
  const closed = once(socket, "close");
  // Each packet is one to ignore.
  const ignored = packet(Buffer.concat([Buffer.of(2, 0, 0, 4, 0), Buffer.alloc(1_024)]));
  socket.write(Buffer.concat([Buffer.from("SSH-2.0-Test\r\n"), ...Array.from({ length: 40 }, () => ignored)]));
  await closed;
});

test.runIf(process.platform === "linux")(
  "strangers of many networks never have more than their share, and every till signs in while they come",
  async () => {
    const most = 6;
    await using gateway = await world({ strangers: most, connections: 20 });
    const { key } = await gateway.newStore();
    let highest = 0;
    gateway.gateway.server.on("connection", () => {
      highest = Math.max(highest, gateway.gateway.counts().waiting);
    });
    const others: Socket[] = [];
    const tills: Client[] = [];
    for (let round = 0; round < 10; round++) {
      const networks = Array.from({ length: 2 * most }, (_, n) => `127.0.1.${1 + (n % (most - 1))}`);
      others.push(...(await Promise.all(networks.map((network) => silent(gateway.port, network)))));
      await expect.poll(() => gateway.gateway.counts().waiting).toBe(most);
      tills.push(await gateway.connect(key));
    }
    expect(gateway.gateway.counts()).toEqual({ waiting: most - 1, signed_in: tills.length });
    expect(highest).toBe(most);
    for (const one of [...others, ...tills]) one.destroy();
  },
);

test("while over half of the share is taken, a silent connection has less time than one that has sent a password", async () => {
  await using gateway = await world({ strangers: 4, crowdedMs: 50 });
  const trying = await undecided(gateway.port, ["wrong"]);
  let isCut = false;
  trying.once("close", () => (isCut = true));
  // Half of the share is no crowd.
  const first = await silent(gateway.port);
  const second = await silent(gateway.port);
  await expect.poll(() => first.closed || second.closed).toBe(true);
  expect([isCut, first.closed && second.closed]).toEqual([false, false]);
  for (const one of [trying, first, second]) one.destroy();
});

test("a partner with all of its connections takes none from other partners by trying", async () => {
  await using gateway = await world({ connections: 4 });
  const own = await gateway.newStore();
  const tills = [await gateway.connect(own.key), await gateway.connect(own.key)];
  // Each sends its right password three times, is refused, and stays.
  const trying = await Promise.all([1, 2].map(() => undecided(gateway.port, [own.key, own.key, own.key])));
  await expect.poll(() => gateway.gateway.counts()).toEqual({ waiting: 2, signed_in: 2 });
  const { t } = gateway.rest;
  const { partnerId, key } = await t.newPartner();
  const as = t.asKey({ partnerId, keyId: key.id });
  const { ids } = await t.store((await t.retailer({}, as)).id, {}, as);
  const body = { provider: "csv-upload", parameters: {} };
  const { uploadKey } = (await createCaller(as).inventory.connect({ ...ids, body })).nextSteps;
  tills.push(await gateway.connect(uploadKey), await gateway.connect(uploadKey));
  for (const one of [...tills, ...trying]) one.destroy();
});
