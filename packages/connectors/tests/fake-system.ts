import { type FastifyInstance, fastify } from "fastify";
import type { Connector, ConnectorItem, OpenConnector } from "../src/connector.ts";
import { Http } from "../src/http.ts";

/** A fake of a shop system on loopback. */
export interface FakeSystem {
  origin: string;
  /** The time of the fake in ms. Pauses of the connector move it, so no test waits. */
  clock: { ms: number };
  close(): Promise<void>;
}

/** Starts a fake. A route that fails to handle a call answers 500 with the reason, so that a test shows the reason. */
export async function startFake(
  define: (app: FastifyInstance, clock: FakeSystem["clock"]) => void,
): Promise<FakeSystem> {
  const app = fastify();
  const clock = { ms: Date.UTC(2026, 0, 1) };
  define(app, clock);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return { origin, clock, close: () => app.close() };
}

/** Opens a connector against a fake. `waits`: the pauses between calls in ms, without waiting. */
export function openAt<Credential>(
  connector: Connector<Credential>,
  credential: unknown,
  { origin, clock }: FakeSystem,
): { open: OpenConnector; waits: number[] } {
  const waits: number[] = [];
  const http = new Http({
    name: connector.label,
    allowLocalWebhooks: true,
    standIn: origin,
    sleep: async (ms) => {
      waits.push(ms);
      clock.ms += ms;
    },
  });
  return { open: connector.open(connector.credential.parse(credential), http), waits };
}

/** Reads all items of a connector. */
export async function itemsOf(open: OpenConnector, since: Date | null = null): Promise<ConnectorItem[]> {
  return Array.fromAsync(open.items(since));
}
