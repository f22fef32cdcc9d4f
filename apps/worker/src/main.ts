import { listen, readInstallation, untilConnected } from "@highstreet/db";
import { DELIVERY, DeliveryEngine } from "@highstreet/delivery";
import { startService } from "@highstreet/router";
import { sweepLocationFiles } from "@highstreet/router/features/pulls/index.ts";
import { deliveryHost } from "@highstreet/router/features/webhooks/index.ts";
import { measureWorker } from "@highstreet/telemetry";
import { readEnvironment } from "./environment.ts";
import { FeedFetcher } from "./feed-fetcher.ts";
import { jobsOf, readBacklogs } from "./jobs.ts";
import { readGoodRuns, runJobs } from "./run-jobs.ts";
import { ShopSystems } from "./shop-systems.ts";
import { smtpMailer } from "./smtp-mailer.ts";

await startService(
  {
    name: "worker",
    env: process.env,
    readEnvironment,
    settingsOf: ({ allowLocalWebhooks, consoleUrl, smtp }) => ({
      allowLocalWebhooks,
      canMail: smtp !== undefined,
      ...(consoleUrl && { consoleUrl }),
    }),
    // No caller waits for a job.
    timeouts: { waitMs: 60_000, statementMs: 60_000 },
  },
  async ({ environment, contextOf, metrics, tracer, log }) => {
    const ctx = contextOf({ kind: "system" }, "worker");
    const { db, now, settings } = ctx;
    const mailer = environment.smtp && (await smtpMailer(environment.smtp));
    const { onCall, onRun } = measureWorker(metrics.registry, {
      now,
      readBacklog: () => readBacklogs(ctx),
      readInstallation: async () => {
        const { databaseBytes, lastBackupAt, installedAt } = await readInstallation(db);
        const runs = await readGoodRuns(db, names);
        return { databaseBytes, backupAt: lastBackupAt ?? installedAt, jobs: runs };
      },
      delivery: () => ({ receivers: engine.receivers, streams: engine.size }),
    });
    // The other connections are for the renewal of leases, the searches and the jobs.
    const statements = Math.max(1, environment.connections - 4);
    const engine = new DeliveryEngine({ db, now, host: deliveryHost(ctx), settings, log, onCall, tracer, statements });
    const fetcher = new FeedFetcher(settings);
    const shops = new ShopSystems(settings, environment.connectorsUrl);
    const jobs = jobsOf(ctx, log, { retention: environment.retention, fetcher, shops, mailer });
    const names = jobs.map(({ name }) => name);
    // Shorter than the deadline, so that the worker can still release its stores and runs to other workers.
    const graceMs = environment.drainMs * 0.8;
    const stops: (() => Promise<unknown>)[] = [];
    return {
      begin: async () => {
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
            if (error)
              log.warn({ err: error }, "no notifications from the database: events are delivered a little later");
          },
        });
        await sweepLocationFiles();
        const stopJobs = await runJobs(db, log, jobs, { graceMs, wait, tracer, onRun });
        stops.push(
          stopListening,
          () => engine.stop(graceMs),
          stopJobs,
          async () => fetcher.close(),
          () => shops.close(),
        );
        log.info("the worker delivers");
      },
      finish: () => Promise.all(stops.map((stop) => stop())),
      close: async () => mailer?.close(),
    };
  },
);
