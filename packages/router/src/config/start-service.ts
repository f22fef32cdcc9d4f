import { once } from "node:events";
import type { Server } from "node:net";
import type { Timeouts } from "@highstreet/db";
import {
  createLog,
  createMetrics,
  createMetricsServer,
  type Log,
  type Metrics,
  openTracing,
  type Tracing,
} from "@highstreet/telemetry";
import type { Settings } from "../kernel/context.ts";
import { drainOnSignal } from "./drain.ts";
import { type OpenContext, openContext, sandboxWarning } from "./open-context.ts";
import { createReadiness, type Readiness, type ReadinessOptions } from "./readiness.ts";
import { unknownSettings } from "./settings.ts";

/** The settings that each service has. */
interface Environment extends Pick<ReadinessOptions, "databaseUrl" | "directUrl" | "connections" | "databaseWaitMs"> {
  secretKey: string;
  logLevel: string | undefined;
  metricsHost: string;
  metricsPort: number;
  drainMs: number;
  /** Default: 0, for a service that takes no calls, because no load balancer needs time to react. */
  drainDelayMs?: number;
}

/** What the work of a service uses. */
export interface Service<E> extends OpenContext {
  environment: E;
  log: Log;
  metrics: Metrics;
  tracer: Tracing | undefined;
  readiness: Readiness;
}

export interface ServiceWork {
  /** Begins the work and listens, after the database is checked. */
  begin: () => Promise<unknown>;
  /** Stops taking new work. Resolves when the running work is done. */
  finish: () => Promise<unknown>;
  /** Ends the work that is not done at the deadline. */
  cut?: () => void;
  /** Closes what the work has opened. */
  close?: () => Promise<unknown>;
  server?: Server;
}

/** The actual port. It differs from the requested port if that was 0. */
export function portOf(server: Server | undefined): number | undefined {
  const address = server?.address();
  return typeof address === "object" ? address?.port : undefined;
}

/**
 * Runs a service until SIGTERM or SIGINT: settings, log, traces, metrics, database and readiness, then its work. Then the running work ends
 * until the deadline, and the process exits. A wrong setting or an unfit database ends the process with 1 and one line for each problem.
 * @param options.readEnvironment throws an Error with one line for each setting that is missing or wrong
 * From its first moment the port of the metrics answers `/healthz` and `/readyz`.
 * @param open opens the work. The database is not checked yet
 */
export async function startService<E extends Environment>(
  options: {
    name: "rest" | "worker" | "sftp";
    env: NodeJS.ProcessEnv;
    readEnvironment: (env: NodeJS.ProcessEnv) => E;
    settingsOf: (environment: E) => Settings;
    timeouts?: Partial<Timeouts>;
  },
  open: (service: Service<E>) => ServiceWork | Promise<ServiceWork>,
): Promise<void> {
  try {
    await run(options, open);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const run: typeof startService = async (options, open) => {
  const { name, env, readEnvironment, settingsOf, timeouts } = options;
  const environment = readEnvironment(env);
  const tracer = await openTracing(env, {
    service: `highstreet-${name}`,
    onError: (message) => log.warn({ message }, "spans were not exported"),
  });
  const log = createLog(name, environment.logLevel, undefined, tracer?.logMembers);
  const metrics = createMetrics();
  const { databaseUrl: url, connections, secretKey, metricsPort, metricsHost } = environment;
  const onIdleError = (err: Error) => log.warn({ err }, "a connection to the database was lost");
  const opened = openContext({
    database: { url, connections, onIdleError, ...(timeouts && { timeouts }) },
    secretKey,
    settings: settingsOf(environment),
    env,
    meter: metrics.meter,
    tracer,
  });
  const warn = (line: string) => log.warn(line);
  for (const line of [...unknownSettings(env), sandboxWarning(env)]) if (line !== undefined) warn(line);
  const { db, vault } = opened.shared;
  const readiness = createReadiness({ ...environment, db, vault, warn, isEnding: () => isEnding() });
  metrics.watchReadiness(readiness);
  const work = await open({ ...opened, environment, log, metrics, tracer, readiness });
  const metricsServer = createMetricsServer(metrics.registry, readiness);
  const isEnding = drainOnSignal({
    times: { delayMs: environment.drainDelayMs ?? 0, deadlineMs: environment.drainMs },
    log,
    finish: work.finish,
    ...(work.cut && { cut: work.cut }),
    close: async () => {
      metricsServer.close();
      metricsServer.closeAllConnections();
      await work.close?.();
      await opened.close();
      await tracer?.close();
    },
  });
  await once(metricsServer.listen(metricsPort, metricsHost), "listening");
  await readiness.start(work.begin).catch((error: unknown) => {
    // A signal during the start closes the database under it.
    if (!isEnding()) throw error;
  });
  process.send?.({ ready: true, port: portOf(work.server), metricsPort: portOf(metricsServer) });
};
