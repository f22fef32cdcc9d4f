import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** The answer for a name: addresses (`fails`: the AAAA query fails), unknown name, server failure, or silence. */
export type Zone = { addresses: string[]; ttl?: number; fails?: "AAAA" } | "unknown" | "failing" | "silent";

const A = 1;
const AAAA = 28;
const HEADER = 12;
const CODES = { failing: 2, unknown: 3 };

interface Question {
  name: string;
  type: number;
  /** The received bytes, which the answer repeats. */
  bytes: Buffer;
}

/** RFC 1035, 4.1.2. */
function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const bytes = message.subarray(HEADER, at + 5);
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), bytes };
}

/** RFC 1035, 4.1.3. The name is a pointer to the question. */
function recordOf(address: string, type: number, ttl: number): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc000 | HEADER, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(ttl, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

function answerTo(message: Buffer, question: Question, zone: Exclude<Zone, "silent">): Buffer {
  const header = Buffer.alloc(HEADER);
  message.copy(header, 0, 0, 2);
  const records =
    typeof zone === "string"
      ? []
      : zone.addresses
          .filter((address) => question.type === (isIPv6(address) ? AAAA : A))
          .map((address) => recordOf(address, question.type, zone.ttl ?? 0));
  header.writeUInt16BE(0x8180 | (typeof zone === "string" ? CODES[zone] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question.bytes, ...records]);
}

/** A local DNS server with the answers of the test. The test may change `zones` at any time. */
export async function startDnsServer(zones: Record<string, Zone> = {}) {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const socket = createSocket("udp4");
  const say = (message: Buffer, question: Question, zone: Exclude<Zone, "silent">, to: RemoteInfo) =>
    socket.send(answerTo(message, question, zone), to.port, to.address);
  const zoneOf = ({ name, type }: Question): Zone => {
    const zone = zones[name] ?? "unknown";
    return typeof zone === "object" && zone.fails && type === AAAA ? "failing" : zone;
  };
  socket.on("message", (message, from) => {
    const question = readQuestion(message);
    if (question.type === A) asked.push(question.name);
    const zone = zoneOf(question);
    if (zone === "silent") held.push(() => say(message, question, "unknown", from));
    else say(message, question, zone, from);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    /** For `NameResolver`. */
    servers: [`127.0.0.1:${socket.address().port}`],
    zones,
    /** The name of each A query. */
    asked,
    /** Answers the held queries of silent names with "unknown name". */
    release: () => {
      for (const answer of held.splice(0)) answer();
    },
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}
