import { listen, warmUp } from "@highstreet/db";
import { countProcesses, createKeyCache, REVOKED, startService } from "@highstreet/router";
import { measureCalls } from "@highstreet/telemetry";
import { readEnvironment } from "./environment.ts";
import { buildServer } from "./server.ts";

await startService(
  {
    name: "rest",
    env: process.env,
    readEnvironment,
    settingsOf: ({ allowLocalWebhooks, quotas, publicUrl }) => ({ allowLocalWebhooks, quotas, publicUrl }),
  },
  ({ environment, shared, metrics, readiness, tracer, log }) => {
    const { db } = shared;
    const keyCache = createKeyCache(db, { isListening: false });
    const setListening = (isListening: boolean): void => {
      keyCache.setListening(isListening);
      metrics.setListening(REVOKED, isListening);
    };
    let stopListening = async (): Promise<void> => undefined;
    const app = buildServer({
      context: { ...shared, keyCache },
      publicUrl: environment.publicUrl,
      rateLimit: environment.rateLimit,
      processes: countProcesses(db, REVOKED, shared.now),
      corsOrigins: environment.corsOrigins,
      trustedProxies: environment.trustedProxies,
      whyNotReady: readiness.whyNot,
      onCall: measureCalls(metrics.registry, "rest"),
      tracer,
      logger: log,
    });
    if (environment.sftpPort !== undefined) {
      log.warn("REST does not serve SFTP. The process sftp does: docs/operating.md, “SFTP for old tills”");
    }
    return {
      begin: async () => {
        await warmUp(db);
        stopListening = listen({ sql: db, url: environment.directUrl ?? environment.databaseUrl }, REVOKED, {
          onUp: () => setListening(true),
          onNotice: (keyId) => keyCache.forget(keyId),
          onDown: (error) => {
            setListening(false);
            if (error) log.warn({ err: error }, "revoked keys are not heard of: every call looks its key up");
          },
        });
        // Last, because a proxy sends calls as soon as the port is open.
        await app.listen({
          port: environment.restPort,
          host: environment.host,
          listenTextResolver: (address) => `REST API at ${address}`,
        });
      },
      finish: () => app.close(),
      cut: () => app.server.closeAllConnections(),
      close: () => stopListening(),
      server: app.server,
    };
  },
);
