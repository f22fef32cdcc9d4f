import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createLog, createMetrics, measureCalls, measureWorker } from "../src/index.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const idle = { inUse: 0, idle: 0, waiting: 0 };
const nothingWaits = { channels: [], retries: 0 };
const noDelivery = () => ({ receivers: { failing: 0, down: 0 }, streams: 0 });

const installation = async () => ({ databaseBytes: 12_000, backupAt: new Date(2_000_000), jobs: [] as never[] });

type Sources = Parameters<typeof measureWorker>[1];
type Readiness = Parameters<ReturnType<typeof createMetrics>["watchReadiness"]>[0];

/** All metrics of the three apps. */
function openAll({
  readBacklog = async () => nothingWaits,
  readInstallation = installation,
  whyNot = async () => undefined,
  clockError = async () => 0,
}: Partial<Sources & Readiness> = {}) {
  const { registry, meter, watchReadiness } = createMetrics();
  watchReadiness({ whyNot, clockError });
  meter.watch({ pool: () => idle, parsers: () => 0 });
  for (const app of ["rest", "console"] as const) measureCalls(registry, app);
  const worker = measureWorker(registry, {
    ...{ now: () => new Date(), readBacklog, readInstallation, delivery: noDelivery },
  });
  return { registry, worker };
}

/** The metrics by name, without those of Node. */
async function own() {
  const { registry } = openAll();
  return (await registry.getMetricsAsJSON()).filter(({ name }) => name.startsWith("highstreet_"));
}

afterEach(() => vi.restoreAllMocks());

test("names and helps follow the conventions of Prometheus", async () => {
  const metrics = await own();
  expect(metrics.length).toBeGreaterThan(15);
  for (const { name, help, type } of metrics) {
    expect(name).toMatch(/^highstreet_[a-z]+(_[a-z]+)*$/);
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb|percent)$/);
    expect([name, name.endsWith("_total")]).toEqual([name, String(type) === "counter"]);
    expect(help.length).toBeGreaterThan(15);
  }
});

const names = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b(?:highstreet|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name));

const alertsOf = (text: string): string[] => [...text.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = ""]) => name);

test.each(["deploy/grafana/highstreet.json", "deploy/prometheus/alerts.yaml"])(
  "an app has every metric that %s names",
  async (path) => {
    const { registry } = openAll();
    const known = new Set(
      (await registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
        String(type) === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const named = names(read(path));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  },
);

test("each metric of the apps is on the dashboard", async () => {
  const shown = [...names(read("deploy/grafana/highstreet.json"))];
  const missing = (await own()).filter(({ name }) => !shown.some((one) => one.startsWith(name)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test("each alert has a section in the runbooks, and each alert's link leads to it", () => {
  const alerts = read("deploy/prometheus/alerts.yaml");
  const sections = [...read("docs/runbooks.md").matchAll(/^## (\w+)$/gm)].map(([, title]) => title);
  expect(alertsOf(alerts).length).toBeGreaterThanOrEqual(8);
  expect(sections).toEqual(expect.arrayContaining(alertsOf(alerts)));
  const links = [...alerts.matchAll(/runbook: docs\/runbooks\.md#(\w+)/g)].map(([, link]) => link);
  expect(links).toEqual(alertsOf(alerts).map((name) => name.toLowerCase()));
});

test("the backlog is read once for many scrapes, and a database that is away hides no other metric", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  let reads = 0;
  const { registry } = openAll({
    readBacklog: async () => {
      reads++;
      const oldestAt = new Date(Date.now() - 90_000);
      return { channels: [{ channel: "webhooks", state: "due", stores: 2, oldestAt }], retries: 3 };
    },
  });
  await Promise.all([registry.metrics(), registry.metrics()]);
  const text = await registry.metrics();
  expect(reads).toBe(1);
  expect(text).toMatch(/^highstreet_event_lag_seconds\{channel="webhooks",state="due"\} 9\d/m);
  expect(text).toContain('highstreet_waiting_stores{channel="webhooks",state="due"} 2');
  expect(text).toMatch(/^highstreet_webhook_retries 3$/m);

  const away = openAll({
    readBacklog: () => Promise.reject(new Error("no database")),
    readInstallation: () => Promise.reject(new Error("no database")),
    clockError: () => Promise.reject(new Error("no database")),
  });
  const left = await away.registry.metrics();
  expect(left).toContain("highstreet_webhook_retries Nan");
  expect(left).toContain("highstreet_backup_last_success_timestamp_seconds Nan");
  expect(left).toContain("highstreet_clock_error_seconds Nan");
  expect(left).toContain("nodejs_eventloop_lag_seconds");
});

test("the last backup, the size of the database and the last good run of a job come from the database", async () => {
  const jobs = [{ name: "sweep", goodAt: new Date(3_000_000) }];
  const { registry, worker } = openAll({ readInstallation: async () => ({ ...(await installation()), jobs }) });
  worker.onRun("sweep", true);
  worker.onRun("sweep", false);
  const text = await registry.metrics();
  expect(text).toMatch(/^highstreet_job_last_success_timestamp_seconds\{job_name="sweep"\} 3000$/m);
  expect(text).toContain('highstreet_job_runs_total{job_name="sweep",result="bad"} 1');
  expect(text).toMatch(/^highstreet_backup_last_success_timestamp_seconds 2000$/m);
  expect(text).toMatch(/^highstreet_database_size_bytes 12000$/m);
});

test("an event counts as given up at its last bad call, and not at a call that is tried again", async () => {
  const { registry, worker } = openAll();
  worker.onCall({ result: "bad", ms: 1, dueAt: new Date() });
  worker.onCall({ result: "delivered", ms: 1, dueAt: null });
  worker.onCall({ result: "superseded", ms: 1, dueAt: null });
  expect(await registry.metrics()).toMatch(/^highstreet_webhook_given_up_total 0$/m);
  worker.onCall({ result: "bad", ms: 1, dueAt: null });
  expect(await registry.metrics()).toMatch(/^highstreet_webhook_given_up_total 1$/m);
});

test("a process that is not ready, or whose clock is wrong, says so in its metrics", async () => {
  const well = await openAll().registry.metrics();
  expect(well).toMatch(/^highstreet_ready 1$/m);
  const ill = openAll({ whyNot: async () => "The keys do not fit.", clockError: async () => -3.5 });
  const text = await ill.registry.metrics();
  expect(text).toMatch(/^highstreet_ready 0$/m);
  expect(text).toMatch(/^highstreet_clock_error_seconds -3\.5$/m);
});

test("a line of the log is JSON with the level as a word", () => {
  const lines: string[] = [];
  createLog("rest", "info", { write: (line) => void lines.push(line) }, () => ({ requestId: "call-1" })).warn("slow");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: "warn", name: "rest", requestId: "call-1", msg: "slow" }),
  ]);
});
