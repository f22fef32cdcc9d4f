import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export const STOCK = "barcode,price,quantity\n5000000000017,1.50,3\n5000000000024,2.50,9\n";

/** Answers with a file, or with 304 to a caller that has the file. */
export function file(text: string | Buffer, headers: Record<string, string> = { etag: `"${text.length}"` }): Answer {
  return (request, response) => {
    const known = request.headers["if-none-match"] ?? request.headers["if-modified-since"];
    if (known !== undefined && (known === headers.etag || known === headers["last-modified"])) {
      response.writeHead(304).end();
    } else {
      response.writeHead(200, headers).end(text);
    }
  };
}

/** A partner's web server on this machine that holds a file of stock, and notes how it was asked for it. */
export async function startFeedServer() {
  const asked: IncomingMessage["headers"][] = [];
  let answer: Answer = file(STOCK);
  const server = createServer((request, response) => {
    asked.push(request.headers);
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/stock.csv`,
    asked,
    answerWith: (next: Answer) => {
      answer = next;
    },
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
