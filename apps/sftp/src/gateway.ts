import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createRateLimit, networkOf } from "@highstreet/router";
import { MAX_UPLOAD_MS } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import type { Log } from "@highstreet/telemetry";
import ssh2, { type Algorithms, type Connection } from "ssh2";
import { type ServedConnection, serveConnection } from "./connection.ts";
import { createResults } from "./files.ts";
import type { UploadCalls } from "./upload-calls.ts";

interface StrangerLimits {
  strangers: number;
  /** Maximum time from the connection to the sign-in. */
  loginMs: number;
  /** Maximum time from the connection to the first password while over half of the share is taken. */
  crowdedMs: number;
}

/** Maximum bytes that a connection sends before it has signed in. Common clients send less than 5 kB. */
const MAX_BYTES = 32_768;

interface Stranger {
  onPassword(): void;
  leave(): void;
}

/**
 * The connections that have not signed in have a share of their own. A new connection always gets a place in it: the network with the most
 * places gives up its oldest one. So strangers take no place from a till.
 */
function createStrangers({ strangers: most, loginMs, crowdedMs }: StrangerLimits) {
  /** The networks of the connections, the oldest connection first. */
  const waiting = new Map<Socket, string>();

  /** Counts no more at once. The socket closes a little later. */
  function cut(socket: Socket): void {
    waiting.delete(socket);
    socket.destroy();
  }

  function crowdOut(): void {
    const networks = Map.groupBy(waiting, ([, network]) => network);
    const [oldest] = [...networks.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (oldest) cut(oldest[0]);
  }

  return {
    count: (): number => waiting.size,
    add: (socket: Socket, network: string): Stranger => {
      if (waiting.size >= most) crowdOut();
      waiting.set(socket, network);
      let isSilent = true;
      const onData = (): void => {
        if (socket.bytesRead > MAX_BYTES) cut(socket);
      };
      const login = setTimeout(() => cut(socket), loginMs);
      const crowd = setInterval(() => {
        if (isSilent && waiting.size > most / 2) cut(socket);
      }, crowdedMs);
      const leave = (): void => {
        waiting.delete(socket);
        clearTimeout(login);
        clearInterval(crowd);
        socket.off("data", onData);
      };
      socket.on("data", onData).once("close", leave);
      return {
        onPassword: () => {
          isSilent = false;
        },
        leave,
      };
    },
  };
}

const standard = {
  /** Maximum number of connections that have signed in. A partner has at most half of them. */
  connections: 200,
  /** Maximum number of connections that have not signed in. These are extra. */
  strangers: 60,
  perNetwork: 20,
  /** Maximum number of new connections of one network in a second. Each costs a key exchange. */
  perSecond: 20,
  /** Maximum time from the connection to the sign-in. */
  loginMs: 20_000,
  /** Maximum time from the connection to the first password while over half of `strangers` is taken. */
  crowdedMs: 5_000,
  /** Maximum time without a request, except while the gateway takes in a file. */
  idleMs: 60_000,
  /** Maximum time from the open to the close of a file. */
  longestUploadMs: MAX_UPLOAD_MS,
};

/** Larger groups of Diffie-Hellman cost up to 20 times as much as group 14. Compression lets a few bytes become many. */
const algorithms: Algorithms = {
  kex: [
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "diffie-hellman-group14-sha256",
  ],
  hmac: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512"],
  compress: ["none"],
};

export type GatewayLimits = typeof standard;

interface GatewayOptions {
  /** Private key in PEM or in the format of OpenSSH. */
  hostKey: string;
  uploads: UploadCalls;
  now: () => Date;
  log: Log;
  limits?: Partial<GatewayLimits>;
}

/**
 * SFTP for tills that cannot send HTTP. User `store`, password: the upload key. A closed file is the same call as
 * `PUT /inventory/uploads/{name}`.
 * @throws Error if the host key cannot be read
 */
export function createGateway({ hostKey, limits: given, ...options }: GatewayOptions) {
  const limits = { ...standard, ...given };
  const results = createResults();
  const shares = createShares();
  const strangers = createStrangers(limits);
  const arrivals = createRateLimit(limits.perSecond, options.now);
  const open = new Map<Socket, ServedConnection | undefined>();
  /** Serves the client of a socket, by the address of its peer. ssh2 does not show the socket of a client. */
  const arriving = new Map<string, (client: Connection) => void>();
  let isClosing = false;

  const ssh = new ssh2.Server({ hostKeys: [hostKey], ident: "Highstreet", algorithms });
  ssh.on("connection", (client, { ip, port }) => {
    const serve = arriving.get(`${ip} ${port}`);
    if (serve) serve(client);
    else client.end();
  });

  const server = createServer((socket) => {
    const { remoteAddress = "", remotePort } = socket;
    const take = (most: Record<string, number>): boolean => {
      if (!shares.take(most)) return false;
      socket.once("close", () => shares.leave(Object.keys(most)));
      return true;
    };
    const [network, customer] = [networkOf(remoteAddress), networkOf(remoteAddress, 48)];
    if (arrivals.take(customer) < 0 || !take({ [`network ${network}`]: limits.perNetwork })) {
      socket.destroy();
      return;
    }
    const stranger = strangers.add(socket, customer);
    const takeShare = (partnerId: string): boolean => {
      const hasRoom = take({ all: limits.connections, [`partner ${partnerId}`]: limits.connections / 2 });
      if (hasRoom) stranger.leave();
      return hasRoom;
    };
    const peer = `${remoteAddress} ${remotePort}`;
    open.set(socket, undefined);
    arriving.set(peer, (client) => {
      arriving.delete(peer);
      const serving = { ...options, ...limits, ...stranger, results, takeShare, isClosing: () => isClosing };
      open.set(socket, serveConnection(client, socket, serving));
    });
    socket.once("close", () => {
      arriving.delete(peer);
      open.delete(socket);
    });
    ssh.injectSocket(socket);
  });

  return {
    /** Does not listen yet. */
    server,
    /** Number of connections by state. */
    counts: () => ({ waiting: strangers.count(), signed_in: open.size - strangers.count() }),
    /** Takes no more connections. Resolves when the running uploads are done and all connections have ended. */
    close: async () => {
      isClosing = true;
      const closed = once(server, "close");
      server.close();
      for (const [socket, served] of open) served ? served.end() : socket.destroy();
      await closed;
    },
    /** Ends all connections at once. */
    cut: () => {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** Counts by name. */
function createShares() {
  const taken = new Map<string, number>();
  return {
    /** Takes one of each. @returns false, and takes nothing, if all is taken of one */
    take: (most: Record<string, number>): boolean => {
      const hasRoom = Object.entries(most).every(([name, number]) => (taken.get(name) ?? 0) < number);
      if (hasRoom) for (const name of Object.keys(most)) taken.set(name, (taken.get(name) ?? 0) + 1);
      return hasRoom;
    },
    leave: (names: string[]): void => {
      for (const name of names) {
        const left = (taken.get(name) ?? 0) - 1;
        if (left > 0) taken.set(name, left);
        else taken.delete(name);
      }
    },
  };
}
