/** The worker's delivery engine in its own process, with a DNS server that never answers (`DNS`, as `address:port`). */
import { pino } from "pino";
import { listen, openDatabase } from "../../packages/db/src/index.ts";
import { DELIVERY, DeliveryEngine } from "../../packages/delivery/src/index.ts";
import { NameResolver, Sender } from "../../packages/outbound/src/index.ts";
import { createSandboxProviders } from "../../packages/providers/src/index.ts";
import { deliveryHost } from "../../packages/router/src/features/webhooks/index.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { createVault } from "../../packages/router/src/kernel/sealing/index.ts";

const { DATABASE_URL: url = "", HIGHSTREET_SECRET_KEY: secretKey = "", DNS = "" } = process.env;
const db = openDatabase({ url, connections: 20 });
const settings = { allowLocalWebhooks: true, resolver: new NameResolver({ servers: [DNS] }) };
const ctx: Context = {
  ...{ db, actor: { kind: "system" }, now: () => new Date(), requestId: "bench", settings },
  ...{ providers: createSandboxProviders(), vault: createVault(secretKey), sender: new Sender(settings) },
};
const engine = new DeliveryEngine({
  db,
  now: ctx.now,
  host: deliveryHost(ctx),
  settings,
  log: pino({ level: "error" }),
});
await engine.start();
const poke = () => engine.poke();
const stopListening = listen({ sql: db, url }, DELIVERY, { onUp: poke, onNotice: poke, onDown: () => undefined });
async function end(): Promise<void> {
  await Promise.all([stopListening(), engine.stop()]);
  await db.close();
  process.disconnect?.();
}
process.once("SIGTERM", () => void end());
process.send?.({ ready: true });
