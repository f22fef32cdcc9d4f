import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Client, type ConnectConfig } from "ssh2";
import type { HostileCase } from "./arena.ts";

/** How long an attack goes on that is not refused. */
const ATTACK_MS = 10_000;
/** The attacker has another address than the tills. */
const ATTACKER = "127.0.0.66";
const VERSION = Buffer.from("SSH-2.0-Hostile\r\n");
/** Exchanges of keys, the most expensive first. A server takes the first one that it knows. */
const kex: NonNullable<ConnectConfig["algorithms"]>["kex"] = [
  "diffie-hellman-group18-sha512",
  "diffie-hellman-group16-sha512",
  "diffie-hellman-group14-sha256",
  "curve25519-sha256",
];

/** A packet before the exchange of keys. */
function packet(payload: Buffer): Buffer {
  const padding = 16 - ((payload.length + 5) % 8);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(payload.length + padding + 1);
  head[4] = padding;
  return Buffer.concat([head, payload, Buffer.alloc(padding)]);
}

/** A KEXINIT. @param names the names of the exchanges of keys */
function kexInit(names: string): Buffer {
  const lists = [names, "ecdsa-sha2-nistp256", ...Array(2).fill("aes128-ctr"), ...Array(2).fill("hmac-sha2-256")];
  const all = [...lists, "none", "none", "", ""].flatMap((list: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(list.length);
    return [length, Buffer.from(list)];
  });
  return packet(Buffer.concat([Buffer.of(20), Buffer.alloc(16), ...all, Buffer.alloc(5)]));
}

/** A connection, or one that was refused. */
async function open(port: number, localAddress = ATTACKER): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined).resume();
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await Promise.race([new Promise<void>((resolve) => socket.once("connect", () => resolve())), closed]);
  return { socket, closed };
}

/** Repeats a step of several attackers at once until the time is over. @returns the number of steps */
async function repeat(attackers: number, step: (attacker: number) => Promise<void>): Promise<number> {
  const end = performance.now() + ATTACK_MS;
  let steps = 0;
  const attack = async (_: unknown, attacker: number): Promise<void> => {
    for (; performance.now() < end; steps++) await step(attacker);
  };
  await Promise.all(Array.from({ length: attackers }, attack));
  return steps;
}

const attack = (name: string, run: (port: number) => Promise<string>): HostileCase => ({
  name: `handshake, ${name}`,
  prepare:
    async ({ sftpPort }) =>
    () =>
      run(sftpPort),
});

/** Ten attackers send bytes on new connections, and wait for the end of each, at most a second. */
const sender = (name: string, ...bytes: Buffer[]): HostileCase =>
  attack(name, async (port) => {
    const sent = await repeat(10, async () => {
      const { socket, closed } = await open(port);
      socket.write(Buffer.concat(bytes));
      await Promise.race([closed, delay(1_000)]);
      socket.destroy();
    });
    return `${sent} connections`;
  });

/** An SSH client, up to the end of its first exchange of keys or of the connection. */
async function shakeHands(
  port: number,
  config: ConnectConfig = {},
): Promise<{ client: Client; closed: Promise<void> }> {
  const client = new Client().on("error", () => undefined);
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  const own = { host: "127.0.0.1", port, localAddress: ATTACKER, username: "store", authHandler: () => undefined };
  client.connect({ ...own, ...config });
  await Promise.race([exchangeOf(client), closed]);
  return { client, closed };
}

function exchangeOf(client: Client): Promise<void> {
  return new Promise((resolve) => client.once("handshake", () => resolve()));
}

export const handshakes: HostileCase[] = [
  attack("15 connections that ask for new keys without an end", async (port) => {
    const asked = await repeat(15, async () => {
      const { client, closed } = await shakeHands(port, { algorithms: { kex } });
      const ended = closed.then(() => "closed" as const);
      const end = performance.now() + ATTACK_MS;
      for (let last: unknown; last !== "closed" && performance.now() < end; ) {
        (client as unknown as { _protocol: { rekey(): void } })._protocol.rekey();
        last = await Promise.race([exchangeOf(client), ended]);
      }
      client.destroy();
    });
    return `${asked} connections cut`;
  }),
  attack("new connections with an exchange of keys, as many as are taken", async (port) => {
    const made = await repeat(20, async () => {
      const { client } = await shakeHands(port, { algorithms: { kex } });
      client.destroy();
      await delay(20);
    });
    return `${made} connections`;
  }),
  attack("20 silent connections from each of 12 addresses", async (port) => {
    const opening = Array.from({ length: 240 }, (_, n) => open(port, `127.0.0.${2 + (n % 12)}`));
    const sockets = await Promise.all(opening);
    await delay(ATTACK_MS);
    const left = sockets.filter(({ socket }) => !socket.closed).length;
    for (const { socket } of sockets) socket.destroy();
    return `${left} of 240 still open`;
  }),
  sender("KEXINIT with 16,000 unknown names", VERSION, kexInit(Array(16_000).fill("a").join(","))),
  sender("two KEXINIT in one write", VERSION, kexInit("diffie-hellman-group14-sha256"), kexInit("curve25519-sha256")),
  sender(
    "10 MB of packets to ignore",
    VERSION,
    ...Array(10_000).fill(packet(Buffer.concat([Buffer.of(2, 0, 0, 4, 0), Buffer.alloc(1_024)]))),
  ),
  sender(
    "ECDH with a point that is not on the curve",
    VERSION,
    kexInit("ecdh-sha2-nistp256"),
    packet(Buffer.concat([Buffer.of(30, 0, 0, 0, 65, 4), Buffer.alloc(64, 1)])),
  ),
  sender("a version that has no end", Buffer.alloc(1 << 20, "S")),
  sender("a packet of 4 GB", VERSION, Buffer.alloc(64, 0xff)),
  attack("made-up passwords, four a connection", async (port) => {
    const tried = await repeat(20, async (attacker) => {
      const password = `hsu_01939f30-5a00-7000-8000-0000000000${10 + attacker}_${"0".repeat(64)}`;
      const authHandler: ConnectConfig["authHandler"] = (_methods, _partial, next) =>
        next({ type: "password", username: "store", password });
      await (await shakeHands(port, { authHandler })).closed;
    });
    return `${tried} connections`;
  }),
];
