/** `npm start`: the whole of Highstreet on this machine, with a demo shop. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../packages/db/src/start-error.ts";
import { type Child, Children, type Program, ready } from "./children.ts";
import { buildConsole, consoleServer } from "./console.ts";
import { prepareDatabase } from "./database.ts";
import { live, step } from "./lifetime.ts";
import { readSettings, WORKER } from "./settings.ts";
import { welcome } from "./welcome.ts";

await live(async (life) => {
  const settings = await readSettings();
  const { dataDir, env, ports } = settings;
  const children = new Children(life, env, join(dataDir, "logs"));
  // The build needs no database. Partners can call the API while the first start builds the console.
  const built = buildConsole(children);
  built.catch(() => undefined);
  const DATABASE_URL = await prepareDatabase(life, settings, children);
  const begin = (program: Omit<Program, "env">, metrics: keyof typeof ports, more = {}) =>
    children.start({ ...program, env: { DATABASE_URL, HIGHSTREET_METRICS_PORT: String(ports[metrics]), ...more } });
  const running = async (name: string, child: Child) => {
    await step(name, () => ready(child));
    return child;
  };
  // REST warns of the port of SFTP. Here SFTP runs.
  const rest = begin({ name: "rest", args: ["apps/rest/src/main.ts"] }, "restMetrics", { HIGHSTREET_SFTP_PORT: "" });
  const sftp = settings.hasSftp ? [begin({ name: "sftp", args: ["apps/sftp/src/main.ts"] }, "sftpMetrics")] : [];
  const afterBuild = async () => {
    await built;
    const shop = begin(consoleServer, "consoleMetrics");
    const worker = begin({ name: "worker", args: WORKER, preload: "apps/worker/src/jobs.ts" }, "workerMetrics");
    await running("console running", shop);
    // The worker starts last. Its first call can go to the console's webhook inbox, and a failed call is retried only half a minute
    // later.
    worker.run();
    return [shop, await running("worker running", worker)];
  };
  // Who waits for the build of the console can call the API already.
  const key = settings.demoFile && existsSync(settings.demoFile) ? `, the key is in ${settings.demoFile}` : "";
  const address = `rest running at ${settings.urls.rest}/v1${key}; webhooks begin with the worker`;
  const servers = [running(address, rest), ...sftp.map((child) => running("sftp running", child))];
  const all = (await Promise.all([Promise.all(servers), afterBuild()])).flat();
  console.log(welcome(settings.urls.rest, settings.urls.console, settings.demoFile));

  const { report } = await Promise.race(all.map(({ ended }) => ended));
  if (!life.signal.aborted) {
    throw new StartError(
      `${report}\nSo all of Highstreet has ended; nothing is lost. The logs are in ${join(dataDir, "logs")}. Start it again: npm start`,
    );
  }
});
