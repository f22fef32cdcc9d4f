import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { listen, warmUp } from "@highstreet/db";
import {
  createKeyCache,
  createReadiness,
  createShares,
  drainOnSignal,
  openContext,
  REVOKED,
  sandboxWarning,
  unknownSettings,
} from "@highstreet/router";
import { createLog, createMetrics, createMetricsServer, measureCalls, openTracing } from "@highstreet/telemetry";
import { readEnvironment } from "./environment.ts";
import { buildServer } from "./server.ts";
import { createGateway } from "./sftp/gateway.ts";
import { deriveHostKey, fingerprintOf } from "./sftp/host-key.ts";

/** The actual port. It differs from the requested port if that was 0. */
function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" ? address?.port : undefined;
}

/** Serves until SIGTERM or SIGINT. Then the process answers the running calls until the deadline, and ends. */
async function main(): Promise<void> {
  const environment = readEnvironment(process.env);
  const tracer = await openTracing(process.env, {
    service: "highstreet-rest",
    onError: (message) => logger.warn({ message }, "spans were not exported"),
  });
  const logger = createLog("rest", environment.logLevel, undefined, tracer?.logMembers);
  const metrics = createMetrics();
  const opened = openContext({
    database: {
      url: environment.databaseUrl,
      connections: environment.connections,
      onIdleError: (error) => logger.warn({ err: error }, "a connection to the database was lost"),
    },
    secretKey: environment.secretKey,
    settings: { allowLocalWebhooks: environment.allowLocalWebhooks, quotas: environment.quotas },
    env: process.env,
    meter: metrics.meter,
    tracer,
  });
  const { db, now, vault } = opened.shared;
  const warning = sandboxWarning(process.env);
  for (const line of [...unknownSettings(process.env), ...(warning ? [warning] : [])]) logger.warn(line);
  const readiness = createReadiness({
    ...environment,
    ...{ db, vault, warn: (line) => logger.warn(line), isEnding: () => isEnding() },
  });
  const keyCache = createKeyCache(db, { isListening: false });
  const setListening = (isListening: boolean): void => {
    keyCache.setListening(isListening);
    metrics.setListening(REVOKED, isListening);
  };
  let stopListening = async (): Promise<void> => undefined;
  const listenForRevoked = () =>
    listen({ sql: db, url: environment.directUrl ?? environment.databaseUrl }, REVOKED, {
      onUp: () => setListening(true),
      onNotice: (keyId) => keyCache.forget(keyId),
      onDown: (error) => {
        setListening(false);
        if (error) logger.warn({ err: error }, "revoked keys are not heard of: every call looks its key up");
      },
    });
  const { app, uploads } = buildServer({
    context: { ...opened.shared, keyCache },
    publicUrl: environment.publicUrl,
    rateLimit: environment.rateLimit,
    askShare: createShares(db),
    corsOrigins: environment.corsOrigins,
    trustedProxies: environment.trustedProxies,
    whyNotReady: readiness.whyNot,
    hasStarted: readiness.hasStarted,
    onCall: measureCalls(metrics.registry, "rest"),
    tracer,
    logger,
  });
  const metricsServer = createMetricsServer(metrics.registry);
  const { sftpPort, sftpHostKeyFile } = environment;
  const hostKey = sftpHostKeyFile ? readFileSync(sftpHostKeyFile, "utf8") : deriveHostKey(environment.secretKey);
  const gateway = sftpPort === undefined ? undefined : createGateway({ hostKey, uploads, now, log: logger });

  const isEnding = drainOnSignal({
    times: environment.drain,
    log: logger,
    finish: () => Promise.all([app.close(), gateway?.close()]),
    cut: () => {
      app.server.closeAllConnections();
      gateway?.cut();
    },
    close: async () => {
      metricsServer.close();
      metricsServer.closeAllConnections();
      await stopListening();
      await opened.close();
      await tracer?.close();
    },
  });

  await once(metricsServer.listen(environment.metricsPort, environment.metricsHost), "listening");
  await app.listen({
    port: environment.restPort,
    host: environment.host,
    listenTextResolver: (address) => `REST API at ${address}`,
  });
  await readiness.start();
  await warmUp(db);
  stopListening = listenForRevoked();
  if (gateway) {
    await once(gateway.server.listen(sftpPort, environment.host), "listening");
    logger.info(`SFTP at ${environment.host}:${portOf(gateway.server)}, host key ${fingerprintOf(hostKey)}`);
  }
  process.send?.({
    ready: true,
    port: portOf(app.server),
    metricsPort: portOf(metricsServer),
    sftpPort: gateway && portOf(gateway.server),
  });
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
