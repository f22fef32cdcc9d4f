/** `npm run dev`: the same as `npm start`, but restarts after changes of the sources and prints to the terminal. */

import { StartError } from "../packages/db/src/start-error.ts";
import { Children } from "./children.ts";
import { next } from "./console-build.ts";
import { live } from "./lifetime.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { readSettings } from "./settings.ts";

await live(async (life) => {
  const settings = await readSettings();
  const { env, ports } = settings;
  const children = new Children(life, env);
  const DATABASE_URL = await prepareDatabase(life, settings, children);
  const watched = (name: "rest" | "worker", metrics: number) =>
    children.start({
      name,
      args: ["--watch", `apps/${name}/src/main.ts`],
      env: { DATABASE_URL, HIGHSTREET_METRICS_PORT: String(metrics) },
    });
  const programs = [
    watched("rest", ports.restMetrics),
    watched("worker", ports.workerMetrics),
    children.start({ ...next("dev", "-p", String(ports.console), "-H", settings.host), env: { DATABASE_URL } }),
  ];
  const { report } = await Promise.race(programs.map(({ ended }) => ended));
  if (!life.signal.aborted) throw new StartError(report);
});
