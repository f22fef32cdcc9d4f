/** `npm run dev`: the database of `npm start`, and the `dev` tasks of the apps, which restart after a change of their sources. */
import { StartError } from "../packages/db/src/start-error.ts";
import { Children } from "./children.ts";
import { prepareDatabase } from "./database.ts";
import { live } from "./lifetime.ts";
import { run } from "./run.ts";
import { readSettings } from "./settings.ts";

await live(async (life) => {
  const settings = await readSettings();
  const { env, ports, host, hasSftp } = settings;
  const DATABASE_URL = await prepareDatabase(life, settings, new Children(life, env));
  const ok = await run("turbo", ["run", "dev", ...(hasSftp ? [] : ["--filter=!@highstreet/sftp"])], {
    signal: life.signal,
    env: {
      ...env,
      DATABASE_URL,
      HIGHSTREET_HOST: host,
      HIGHSTREET_REST_METRICS_PORT: String(ports.restMetrics),
      HIGHSTREET_WORKER_METRICS_PORT: String(ports.workerMetrics),
      HIGHSTREET_SFTP_METRICS_PORT: String(ports.sftpMetrics),
    },
  });
  if (!ok && !life.signal.aborted)
    throw new StartError("A program of npm run dev has ended: its last lines are above.");
});
