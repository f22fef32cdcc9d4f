import type { Database } from "../../packages/db/src/index.ts";
import { Sender } from "../../packages/outbound/src/index.ts";
import { createSandboxProviders } from "../../packages/providers/src/index.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { createVault } from "../../packages/router/src/kernel/sealing/index.ts";

/** The context of the system. */
export function openWorldContext(db: Database, secretKey: string): Context {
  const settings = { allowLocalWebhooks: true, consoleUrl: "http://console.example" };
  return {
    ...{ db, actor: { kind: "system" }, now: () => new Date(), requestId: "bench", settings },
    ...{ providers: createSandboxProviders(), vault: createVault(secretKey), sender: new Sender(settings) },
  };
}
