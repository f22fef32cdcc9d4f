import { isIPv6, type LookupFunction, type Socket } from "node:net";
import { buildConnector } from "undici";
import { mayConnect, type OutboundSettings } from "./check-address.ts";
import { resolveAddresses } from "./name-resolver.ts";

/** Time for one address before the next address of the name is tried. The last address has the rest of the time. */
const ADDRESS_MS = 2_000;

/**
 * A connector for undici that connects only to allowed addresses. It checks the addresses of a name before it connects, and the remote
 * address of the socket before anything is written.
 * @param timeoutMs for the name lookup, the connection and TLS together
 * @param mostBytes of the whole answer to one request
 */
export function guardedConnector(
  protocol: string,
  settings: OutboundSettings,
  { timeoutMs, mostBytes }: { timeoutMs: number; mostBytes: number },
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    lookup: guardedLookup(protocol, settings),
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (!mayConnect(protocol, socket.remoteAddress ?? "", settings)) {
        socket.destroy();
        return callback(new Error(`${options.hostname} led to an address that may not be called`), null);
      }
      limitAnswers(socket, mostBytes);
      acceptContinue(socket);
      callback(null, socket);
    });
}

/**
 * Resolves names for connections. Fails if one address of the name is not allowed. The socket connects to the checked
 * addresses, and TLS still verifies the certificate against the name.
 */
function guardedLookup(protocol: string, settings: OutboundSettings): LookupFunction {
  async function find(name: string) {
    const addresses = await resolveAddresses(protocol, name, settings);
    if (!addresses.every((address) => mayConnect(protocol, address, settings))) {
      throw new Error(`${name} leads to an address that may not be called`);
    }
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  }
  return (name, { all }, callback) => {
    find(name).then(
      (found) => {
        if (all) callback(null, found);
        else callback(null, found[0]?.address ?? "", found[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/**
 * Closes a connection that brings more bytes for one request than an answer may have. The HTTP parser limits headers only:
 * it reads interim answers, status texts and chunk extensions without end.
 */
function limitAnswers(socket: Socket, mostBytes: number): void {
  let written = 0;
  let read = 0;
  let readBefore = 0;
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = read;
    }
    read = socket.bytesRead;
    if (read - readBefore <= mostBytes) return;
    // The parser reads these bytes first: they may complete the answer.
    queueMicrotask(() => socket.destroy(new Error("the answer is too long")));
  });
}

/**
 * Lets an answer begin with `100 Continue`, which a server may send unasked (RFC 9110, 15.2). undici closes the connection
 * after a 100, but skips all other interim answers. So a status 100 is read as 102, another interim status.
 */
function acceptContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  let written = 0;
  /** Only interim answers were read since the last request. */
  let isInterim = false;
  /** Bytes of the head that were read, and the last four of them as a number. */
  let length = 0;
  let last = 0;
  socket.read = (size) => {
    const chunk: Buffer | null = read(size);
    if (chunk === null) return null;
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      isInterim = true;
      length = 0;
    }
    for (let n = 0; isInterim && n < chunk.length; n++) {
      last = (last << 8) | chunk.readUInt8(n);
      length++;
      if (length === "HTTP/1.1 1".length) isInterim = chunk[n] === 0x31;
      if (length === "HTTP/1.1 100".length && (last & 0xff_ff_ff) === 0x31_30_30) chunk[n] = 0x32;
      if (last === 0x0d_0a_0d_0a) length = 0;
    }
    return chunk;
  };
}
