import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createLog, createMetrics, measureCalls, measureWorker } from "../src/index.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const idle = { inUse: 0, idle: 0, waiting: 0 };
const nothingWaits = { channels: [], retries: 0 };
const noDelivery = () => ({ receivers: { failing: 0, down: 0 }, streams: 0 });

/** All metrics of the three apps. */
function openAll(readBacklog: Parameters<typeof measureWorker>[1]["readBacklog"] = async () => nothingWaits) {
  const { registry, meter } = createMetrics();
  meter.watch({ pool: () => idle, parsers: () => 0 });
  for (const app of ["rest", "console"] as const) measureCalls(registry, app);
  const worker = measureWorker(registry, { now: () => new Date(), readBacklog, delivery: noDelivery });
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
  const { registry } = openAll(async () => {
    reads++;
    const oldestAt = new Date(Date.now() - 90_000);
    return { channels: [{ channel: "webhooks", state: "due", stores: 2, oldestAt }], retries: 3 };
  });
  await Promise.all([registry.metrics(), registry.metrics()]);
  const text = await registry.metrics();
  expect(reads).toBe(1);
  expect(text).toMatch(/^highstreet_event_lag_seconds\{channel="webhooks",state="due"\} 9\d/m);
  expect(text).toContain('highstreet_waiting_stores{channel="webhooks",state="due"} 2');
  expect(text).toMatch(/^highstreet_webhook_retries 3$/m);

  const away = openAll(() => Promise.reject(new Error("no database")));
  const left = await away.registry.metrics();
  expect(left).toContain("highstreet_webhook_retries Nan");
  expect(left).toContain("nodejs_eventloop_lag_seconds");
});

test("a job counts as good at the start and at each good run, not at a failed run", async () => {
  const { registry, worker } = openAll();
  worker.onPlanned("sweep");
  const started = /last_success_timestamp_seconds\{job_name="sweep"\} (\S+)/.exec(await registry.metrics())?.[1];
  worker.onRun("sweep", false);
  const text = await registry.metrics();
  expect(text).toContain(`job_name="sweep"} ${started}`);
  expect(text).toContain('highstreet_job_runs_total{job_name="sweep",result="bad"} 1');
});

test("a line of the log is JSON with the level as a word", () => {
  const lines: string[] = [];
  createLog("rest", "info", { write: (line) => void lines.push(line) }, () => ({ requestId: "call-1" })).warn("slow");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: "warn", name: "rest", requestId: "call-1", msg: "slow" }),
  ]);
});
