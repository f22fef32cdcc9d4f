import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver that answers 204 to every call, and counts the calls of each event. */
export async function startCountingReceiver() {
  /** Number of calls by `Webhook-Id`. */
  const counts = new Map<string, number>();
  /** The barcodes of all received item events. */
  const barcodes = new Set<string>();
  let calls = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      calls++;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const barcode = /"barcode":"([^"]*)"/.exec(Buffer.concat(chunks).toString());
      if (barcode?.[1] !== undefined) barcodes.add(barcode[1]);
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    barcodes,
    /** Calls beyond the first of each event. */
    repeated: () => calls - counts.size,
    calls: () => calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
