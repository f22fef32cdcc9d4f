import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createRateLimit, networkOf } from "@highstreet/router";
import type { FastifyBaseLogger } from "fastify";
import ssh2, { type Connection } from "ssh2";
import { LONGEST_UPLOAD_MS } from "../server.ts";
import type { UploadCalls } from "../upload-calls.ts";
import { type ServedConnection, serveConnection } from "./connection.ts";
import { createResults } from "./results.ts";

const standard = {
  /** Maximum number of connections. A partner has at most half of them. */
  connections: 200,
  /** Maximum number of connections of one network. */
  perNetwork: 20,
  /** Maximum number of new connections of one network in a second. Each costs a key exchange. */
  perSecond: 50,
  /** Maximum time from the connection to the sign-in. */
  loginMs: 20_000,
  /** Maximum time without a request, except while the gateway takes in a file. */
  idleMs: 60_000,
  /** Maximum time from the open to the close of a file. */
  longestUploadMs: LONGEST_UPLOAD_MS,
};

export type GatewayLimits = typeof standard;

export interface GatewayOptions {
  /** Private key in PEM or in the format of OpenSSH. */
  hostKey: string;
  uploads: UploadCalls;
  now: () => Date;
  log: FastifyBaseLogger;
  limits?: Partial<GatewayLimits>;
}

export interface Gateway {
  /** Does not listen yet. */
  server: Server;
  /** Takes no more connections. Resolves when the running uploads are done and all connections have ended. */
  close(): Promise<void>;
  /** Ends all connections at once. */
  cut(): void;
}

/**
 * SFTP for tills that cannot send HTTP. User `store`, password: the upload key. A closed file is the same call as
 * `PUT /inventory/uploads/{name}`.
 * @throws Error if the host key cannot be read
 */
export function createGateway({ hostKey, limits: given, ...options }: GatewayOptions): Gateway {
  const limits = { ...standard, ...given };
  const results = createResults();
  const shares = createShares();
  const arrivals = createRateLimit(limits.perSecond, options.now);
  const open = new Map<Socket, ServedConnection | undefined>();
  /** Serves the client of a socket, by the address of its peer. ssh2 does not show the socket of a client. */
  const arriving = new Map<string, (client: Connection) => void>();
  let isClosing = false;

  // Compression would let a few bytes become many.
  const ssh = new ssh2.Server({ hostKeys: [hostKey], ident: "Highstreet", algorithms: { compress: ["none"] } });
  ssh.on("connection", (client, { ip, port }) => {
    const serve = arriving.get(`${ip} ${port}`);
    if (serve) serve(client);
    else client.end();
  });

  const server = createServer((socket) => {
    const { remoteAddress = "", remotePort } = socket;
    const take = (name: string, most: number): boolean => {
      if (!shares.take(name, most)) return false;
      socket.once("close", () => shares.leave(name));
      return true;
    };
    const network = `network ${networkOf(remoteAddress)}`;
    const hasRoom = arrivals.take(network) >= 0 && take("all", limits.connections) && take(network, limits.perNetwork);
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    const peer = `${remoteAddress} ${remotePort}`;
    const isSignedIn = (): boolean => open.get(socket)?.isSignedIn() === true;
    const login = setTimeout(() => isSignedIn() || socket.destroy(), limits.loginMs);
    open.set(socket, undefined);
    arriving.set(peer, (client) => {
      arriving.delete(peer);
      const takeShare = (partnerId: string) => take(`partner ${partnerId}`, limits.connections / 2);
      const serving = { ...options, ...limits, results, takeShare, isClosing: () => isClosing };
      open.set(socket, serveConnection(client, socket, serving));
    });
    socket.once("close", () => {
      clearTimeout(login);
      arriving.delete(peer);
      open.delete(socket);
    });
    ssh.injectSocket(socket);
  });

  return {
    server,
    close: async () => {
      isClosing = true;
      const closed = once(server, "close");
      server.close();
      for (const [socket, served] of open) served ? served.end() : socket.destroy();
      await closed;
    },
    cut: () => {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** Counts by name. */
function createShares() {
  const taken = new Map<string, number>();
  return {
    /** @returns false if all is taken */
    take: (name: string, most: number): boolean => {
      const count = taken.get(name) ?? 0;
      if (count < most) taken.set(name, count + 1);
      return count < most;
    },
    leave: (name: string): void => {
      const left = (taken.get(name) ?? 0) - 1;
      if (left > 0) taken.set(name, left);
      else taken.delete(name);
    },
  };
}
