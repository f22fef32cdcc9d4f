import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";

/** A way to the database that can be cut without a word: sockets stay open, and nothing comes through any more. */
export async function startProxy(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(Number(port), hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("close", () => open.delete(socket)).on("error", () => undefined);
    }
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    /** Lets nothing through on the connections there are; those made afterwards work. */
    cut: () => {
      for (const socket of open) {
        socket.unpipe();
        // It is read and thrown away: the other side must not notice by a full buffer.
        socket.on("data", () => undefined);
      }
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
