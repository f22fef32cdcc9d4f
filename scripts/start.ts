/** `npm start`: the whole of Highstreet on this machine, with a demo shop. */
import { join } from "node:path";
import { StartError } from "../packages/db/src/start-error.ts";
import { Children, ready } from "./children.ts";
import { buildConsole, consoleServer } from "./console-build.ts";
import { live } from "./lifetime.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { readSettings, WORKER } from "./settings.ts";
import { step } from "./step.ts";
import { welcome } from "./welcome.ts";

await live(async (life) => {
  const settings = await readSettings();
  const { dataDir, env, ports } = settings;
  const children = new Children(life, env, join(dataDir, "logs"));
  const DATABASE_URL = await prepareDatabase(life, settings, children);
  const rest = children.start({
    name: "rest",
    args: ["apps/rest/src/main.ts"],
    env: { DATABASE_URL, HIGHSTREET_METRICS_PORT: String(ports.restMetrics) },
  });
  // Partners can call the API while the first start builds the console.
  await step("rest running", () => ready(rest));
  await buildConsole(children);
  const shop = children.start({
    ...consoleServer,
    env: { DATABASE_URL, HIGHSTREET_METRICS_PORT: String(ports.consoleMetrics) },
  });
  await step("console running", () => ready(shop));
  // The worker starts last. Its first call can go to the console's webhook inbox, and a failed call is retried only half a minute
  // later.
  const worker = children.start({
    name: "worker",
    args: WORKER,
    env: { DATABASE_URL, HIGHSTREET_METRICS_PORT: String(ports.workerMetrics) },
  });
  await step("worker running", () => ready(worker));
  console.log(welcome(settings.urls.rest, settings.urls.console, settings.demoFile));

  const { report } = await Promise.race([rest.ended, worker.ended, shop.ended]);
  if (!life.signal.aborted) {
    throw new StartError(
      `${report}\nSo all of Highstreet has ended; nothing is lost. The logs are in ${join(dataDir, "logs")}. Start it again: npm start`,
    );
  }
});
