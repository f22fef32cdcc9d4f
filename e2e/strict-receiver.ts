import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";

export interface ReceivedCall {
  sequence: number;
  action: string;
  data: { barcode: string; status: string; price: number };
}

/**
 * A partner's system with strict checks: 204 for a call with a valid signature of its raw body, 401 for any other call.
 */
export class StrictReceiver {
  readonly calls: ReceivedCall[] = [];
  /** The refused calls, with reasons. */
  readonly refused: string[] = [];
  readonly #secret: string;
  readonly #server: Server;

  constructor(secret: string) {
    this.#secret = secret;
    this.#server = createServer((request, response) => {
      this.#receive(request).then(
        (status) => response.writeHead(status).end(),
        (error: Error) => response.destroy(error),
      );
    });
  }

  /** @returns the status to answer with */
  async #receive(request: IncomingMessage): Promise<number> {
    const raw = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const problem = this.#problemOf(raw, request.headers["x-webhook-signature"]);
    if (problem) this.refused.push(problem);
    else
      this.calls.push({ ...JSON.parse(raw.toString("utf8")), sequence: Number(request.headers["x-webhook-sequence"]) });
    return problem ? 401 : 204;
  }

  #problemOf(raw: Buffer, signature: string | string[] | undefined): string | undefined {
    const expected = Buffer.from(createHmac("sha256", this.#secret).update(raw).digest("hex"));
    const given = Buffer.from(typeof signature === "string" ? signature : "");
    if (given.length !== expected.length) return `a signature of ${given.length} characters`;
    return timingSafeEqual(given, expected) ? undefined : "a wrong signature";
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
    return `http://127.0.0.1:${address.port}/stock`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
