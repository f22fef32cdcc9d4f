import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { faultOf } from "../../apps/worker/tests/receiver.ts";
import { SECRET } from "../lib/world.ts";

/** What a receiver knows of an item after the event with the highest sequence. */
interface Seen {
  sequence: number;
  status: string;
  price: number;
  currency: string;
}

/** One partner's endpoint. */
interface Endpoint {
  items: Map<string, Seen>;
  /** The sequences of all events that were answered with 204. */
  accepted: Set<number>;
}

const HOOKS = "/hooks/";

async function textOf(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Endpoints on 127.0.0.0/8, each with its own address. They verify each call, and keep the newest state of each item, but no calls.
 * A dead endpoint answers 500, or nothing, by turns of its number.
 */
export class Receivers {
  readonly #endpoints = new Map<number, Endpoint>();
  readonly #dead = new Set<number>();
  readonly #hanging = new Set<ServerResponse>();
  readonly #port: number;
  /** Faults of calls: a wrong signature, header or body. */
  readonly faults: string[] = [];
  /** Good calls beyond the first of each event. */
  repeated = 0;
  /** States of items that began to arrive after a newer state of the item. */
  older = 0;
  accepted = 0;

  private constructor(port: number) {
    this.#port = port;
  }

  static async start(onEnd: (end: () => Promise<void>) => void): Promise<Receivers> {
    const server = createServer((request, response) => {
      receivers.#take(request, response).catch((error: unknown) => {
        receivers.faults.push(String(error));
        response.destroy();
      });
    });
    await once(server.listen(0, "0.0.0.0", 4_096), "listening");
    const receivers = new Receivers((server.address() as AddressInfo).port);
    onEnd(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    return receivers;
  }

  urlOf(endpoint: number): string {
    return `http://127.0.1.${1 + endpoint}:${this.#port}${HOOKS}${endpoint}`;
  }

  endpoint(n: number): Endpoint {
    const known = this.#endpoints.get(n) ?? { items: new Map(), accepted: new Set() };
    this.#endpoints.set(n, known);
    return known;
  }

  die(endpoints: number[]): void {
    for (const one of endpoints) this.#dead.add(one);
  }

  /** All endpoints answer again. Calls that hang end without an answer. */
  revive(): void {
    this.#dead.clear();
    for (const response of this.#hanging) response.destroy();
    this.#hanging.clear();
  }

  async #take(request: Parameters<typeof faultOf>[0], response: ServerResponse): Promise<void> {
    const n = Number(request.url?.slice(HOOKS.length));
    const body = await textOf(request);
    if (this.#dead.has(n)) {
      if (n % 2) this.#hanging.add(response.once("close", () => this.#hanging.delete(response)));
      else response.writeHead(500).end();
      return;
    }
    const fault = faultOf(request, body, SECRET);
    if (fault) this.faults.push(fault);
    this.#record(this.endpoint(n), Number(request.headers["x-webhook-sequence"]), body);
    response.writeHead(204).end();
  }

  #record({ items, accepted }: Endpoint, sequence: number, body: string): void {
    this.accepted++;
    const isAgain = accepted.has(sequence);
    if (isAgain) this.repeated++;
    accepted.add(sequence);
    const { action, data } = JSON.parse(body) as { action: string; data: Omit<Seen, "sequence"> & { barcode: string } };
    if (action !== "inventory.update") return;
    const { barcode, status, price, currency } = data;
    const before = items.get(barcode)?.sequence ?? 0;
    if (before < sequence) items.set(barcode, { sequence, status, price, currency });
    else if (!isAgain) this.older++;
  }
}
