import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";

/**
 * A proxy to the database that can be cut silently: sockets stay open, but no data passes.
 * @param options.port the port of the proxy; default: any
 * @param options.ready connections after this number wait for `release`
 * @param options.messages closes each connection after this number of chunks from the client, and sends the last one
 */
export async function startProxy(
  url: string,
  { messages = Number.POSITIVE_INFINITY, ready = Number.POSITIVE_INFINITY, port: ownPort = 0 } = {},
) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let accepted = 0;
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => undefined);
  };
  const connect = (near: Socket): void => {
    if (near.destroyed) return;
    const far = dial(Number(port), hostname);
    keep(far);
    let left = messages;
    near.on("data", () => {
      left -= 1;
      // After `pipe` has written this chunk.
      if (left === 0) setImmediate(() => near.destroy());
    });
    near.pipe(far).pipe(near);
    near.on("close", () => far.end());
    far.on("close", () => near.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    if (++accepted > ready) void released.then(() => connect(near));
    else connect(near);
  });
  await once(server.listen(ownPort, "127.0.0.1"), "listening");
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    /** Cuts all open connections. New connections work. */
    cut: () => {
      for (const socket of open) {
        socket.unpipe();
        // Reads and drops the data, so that the other side does not notice a full buffer.
        socket.on("data", () => undefined);
      }
    },
    /** Lets the waiting connections through. */
    release: () => release(),
    close: async () => {
      for (const socket of open) socket.destroy();
      release();
      server.close();
      await once(server, "close");
    },
  };
}
