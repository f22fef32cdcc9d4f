import { once } from "node:events";
import { listen, untilConnected } from "@highstreet/db";
import { DELIVERY, DeliveryEngine } from "@highstreet/delivery";
import { createReadiness, drainOnSignal, openContext, sandboxWarning, unknownSettings } from "@highstreet/router";
import { deliveryHost } from "@highstreet/router/features/webhooks/index.ts";
import { createLog, createMetrics, createMetricsServer, measureWorker, openTracing } from "@highstreet/telemetry";
import { readBacklogs } from "./backlog.ts";
import { readEnvironment } from "./environment.ts";
import { jobsOf } from "./jobs.ts";
import { FeedFetcher } from "./pulls/feed-fetcher.ts";
import { ShopSystems } from "./pulls/shop-systems.ts";
import { runJobs } from "./run-jobs.ts";
import { smtpMailer } from "./smtp-mailer.ts";

/** Runs until SIGTERM or SIGINT. Then it finishes running calls and releases its stores before the process ends. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const tracer = await openTracing(process.env, {
    service: "highstreet-worker",
    onError: (message) => log.warn({ message }, "spans were not exported"),
  });
  const log = createLog("worker", environment.logLevel, undefined, tracer?.logMembers);
  const warning = sandboxWarning(process.env);
  for (const line of [...unknownSettings(process.env), ...(warning ? [warning] : [])]) log.warn(line);
  const { allowLocalWebhooks, consoleUrl, smtp } = environment;
  const metrics = createMetrics();
  const opened = openContext({
    database: {
      url: environment.databaseUrl,
      connections: environment.connections,
      // No caller waits for a job.
      timeouts: { waitMs: 60_000, statementMs: 60_000 },
      onIdleError: (error) => log.warn({ err: error }, "a connection to the database was lost"),
    },
    secretKey: environment.secretKey,
    settings: { allowLocalWebhooks, canMail: smtp !== undefined, ...(consoleUrl && { consoleUrl }) },
    env: process.env,
    meter: metrics.meter,
    tracer,
  });
  const ctx = opened.contextOf({ kind: "system" }, "worker");
  const { db, now, settings } = ctx;
  const mailer = smtp && (await smtpMailer(smtp));
  const readiness = createReadiness({
    ...environment,
    ...{ db, vault: opened.shared.vault, warn: (line) => log.warn(line), isEnding: () => isEnding() },
  });
  const measured = measureWorker(metrics.registry, {
    now,
    readBacklog: () => readBacklogs(ctx),
    delivery: () => ({ receivers: engine.receivers, streams: engine.size }),
  });
  const { onCall } = measured;
  const engine = new DeliveryEngine({ db, now, host: deliveryHost(ctx), settings, log, onCall, tracer });
  const metricsServer = createMetricsServer(metrics.registry, readiness);
  // Shorter than the deadline, so that the worker can still release its stores and runs to other workers.
  const patienceMs = environment.drain.deadlineMs * 0.8;
  const work: (() => Promise<unknown>)[] = [];
  const isEnding = drainOnSignal({
    times: environment.drain,
    log,
    finish: () => Promise.all(work.map((stop) => stop())),
    close: async () => {
      metricsServer.close();
      metricsServer.closeAllConnections();
      mailer?.close();
      await opened.close();
      await tracer?.close();
    },
  });
  await once(metricsServer.listen(environment.metricsPort, environment.metricsHost), "listening");
  await readiness.start();

  const wait = { patienceMs: environment.databaseWaitMs, onWait: (line: string) => log.warn(line) };
  await untilConnected(() => engine.start(), wait);
  const poke = () => engine.poke();
  const stopListening = listen({ sql: db, url: environment.directUrl ?? environment.databaseUrl }, DELIVERY, {
    onUp: () => {
      metrics.setListening(DELIVERY, true);
      poke();
    },
    onNotice: poke,
    // The engine also searches every half a second.
    onDown: (error) => {
      metrics.setListening(DELIVERY, false);
      if (error) log.warn({ err: error }, "no notifications from the database: events are delivered a little later");
    },
  });
  const fetcher = new FeedFetcher(settings);
  const shops = new ShopSystems(settings, environment.connectorsUrl);
  const jobs = jobsOf(ctx, log, { ...environment, fetcher, shops, mailer });
  const stopJobs = await runJobs(db, log, jobs, { patienceMs, wait, tracer, ...measured });

  work.push(
    stopListening,
    () => engine.stop(patienceMs),
    stopJobs,
    async () => fetcher.close(),
    () => shops.close(),
  );
  log.info("the worker delivers");
  const address = metricsServer.address();
  process.send?.({ ready: true, metricsPort: typeof address === "object" ? address?.port : undefined });
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
