import { once } from "node:events";
import { openDatabase } from "@highstreet/db";
import { createSandboxProviders } from "@highstreet/providers";
import { type Context, createVault } from "@highstreet/router";
import { sweepAnswers } from "@highstreet/router/idempotency/index.ts";
import { activateDueBudgets } from "@highstreet/router/local-ads/index.ts";
import { refreshSearchChannels } from "@highstreet/router/search/index.ts";
import { pino } from "pino";
import { DeliveryEngine } from "./delivery/engine.ts";
import { readEnvironment } from "./environment.ts";
import { createMetrics, createMetricsServer } from "./metrics.ts";
import { repeat } from "./repeat.ts";

const BUDGETS_MS = 1_000;
const SEARCH_MS = 2_000;
const SWEEP_MS = 600_000;

/** Works until SIGTERM or SIGINT; then calls under way are finished and the stores given back before the process ends. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = pino({ name: "worker", level: environment.logLevel });
  const db = openDatabase({
    url: environment.databaseUrl,
    connections: 20,
    onIdleError: (error) => log.warn({ err: error }, "a connection to the database was lost"),
  });
  const ctx: Context = {
    db,
    actor: { kind: "system" },
    now: () => new Date(),
    requestId: "worker",
    providers: createSandboxProviders(),
    vault: createVault(environment.secretKey),
    settings: { allowLocalWebhooks: environment.allowLocalWebhooks },
  };
  const { registry, onCall } = createMetrics();
  const metricsServer = createMetricsServer(registry);
  await once(metricsServer.listen(environment.metricsPort), "listening");

  const engine = new DeliveryEngine({ ctx, log, onCall });
  await engine.start();
  const stopJobs = [
    repeat(
      BUDGETS_MS,
      () => activateDueBudgets(ctx),
      (error) => log.error({ err: error }, "budgets wait"),
    ),
    repeat(
      SEARCH_MS,
      () => refreshSearchChannels(ctx),
      (error) => log.error({ err: error }, "search channels wait"),
    ),
    repeat(
      SWEEP_MS,
      () => sweepAnswers(ctx),
      (error) => log.error({ err: error }, "old answers wait to be swept"),
    ),
  ];

  let isEnding = false;
  const end = async (signal: string): Promise<void> => {
    log.info({ signal }, "ending");
    await Promise.all([engine.stop(), ...stopJobs.map((stop) => stop())]);
    metricsServer.close();
    metricsServer.closeAllConnections();
    await db.close();
    process.disconnect?.();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      end(signal).catch((error: unknown) => {
        log.error({ err: error }, "could not end cleanly");
        process.exit(1);
      });
    });
  }
  log.info("the worker delivers");
  process.send?.({ ready: true });
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
