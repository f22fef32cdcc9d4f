import { once } from "node:events";
import { createRateLimit, OPEN_CALLS, portOf, startService } from "@highstreet/router";
import { measureTills } from "@highstreet/telemetry";
import { readEnvironment } from "./environment.ts";
import { createGateway } from "./gateway.ts";
import { fingerprintOf } from "./host-key.ts";
import { createUploadCalls } from "./upload-calls.ts";

await startService(
  {
    name: "sftp",
    env: process.env,
    readEnvironment,
    settingsOf: ({ allowLocalWebhooks }) => ({ allowLocalWebhooks }),
  },
  ({ environment, shared, metrics, log }) => {
    const { hostKey, host, sftpPort, publicUrl } = environment;
    const { now } = shared;
    const uploads = createUploadCalls({
      context: shared,
      rateLimit: createRateLimit(environment.rateLimit, now),
      openLimit: createRateLimit(OPEN_CALLS, now),
      docs: `${publicUrl}/docs/errors`,
    });
    const { server, counts, close, cut } = createGateway({ hostKey, uploads, now, log });
    measureTills(metrics.registry, counts);
    return {
      begin: async () => {
        await once(server.listen(sftpPort, host), "listening");
        log.info(`SFTP at ${host}:${portOf(server)}, host key ${fingerprintOf(hostKey)}`);
      },
      finish: close,
      cut,
      server,
    };
  },
);
