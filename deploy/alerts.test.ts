import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { debianProgram } from "./debian.ts";

const FOLDER = join(import.meta.dirname, "prometheus");
const promtool = debianProgram("prometheus", "usr/bin/promtool");
const read = (file: string) => parse(readFileSync(join(FOLDER, file), "utf8"));
const rules: { alert: string; expr: string }[] = read("alerts.yaml").groups[0].rules;

/** A series by its name and labels, with its values in promtool's notation. A time series starts at 0, and a step is a minute. */
type Series = Record<string, string>;

const jobs = ["rest", "worker", "console"];
const well: Series = Object.fromEntries(jobs.map((job) => [`up{job="highstreet-${job}",instance="${job}"}`, "1x6000"]));
const count = 'highstreet_rest_request_duration_seconds_count{method="GET"';
const bucket = 'highstreet_rest_request_duration_seconds_bucket{method="GET"';
const disk = (bytes: string): Series => ({
  'node_filesystem_avail_bytes{job="highstreet-database",mountpoint="/var"}': bytes,
  'node_filesystem_size_bytes{job="highstreet-database",mountpoint="/var"}': "1000x6000",
});

const given: Series = { 'highstreet_provider_calls_total{result="given",bucket="b"}': "0+2x6000" };

/** For each alert: series with which it fires, series that are close to it, and the minute of the look. */
const cases: Record<string, { ill: Series; well: Series; at?: number }> = {
  HighstreetProcessDown: {
    ill: { 'up{job="highstreet-rest",instance="second"}': "0x6000" },
    well: { 'up{job="other",instance="second"}': "0x6000" },
  },
  HighstreetTargetMissing: { ill: { 'up{job="highstreet-worker",instance="worker"}': "1x10 stale" }, well: {} },
  HighstreetNotReady: { ill: { highstreet_ready: "0x6000" }, well: { highstreet_ready: "0x40 1x6000" } },
  HighstreetCallsFail: {
    ill: { [`${count},status="200"}`]: "0+900x6000", [`${count},status="503"}`]: "0+20x6000" },
    well: { [`${count},status="200"}`]: "0+900x6000", [`${count},status="503"}`]: "0+2x6000" },
  },
  HighstreetCallsSlow: {
    ill: {
      [`${bucket},le="1"}`]: "0+90x6000",
      [`${bucket},le="2.5"}`]: "0+100x6000",
      [`${bucket},le="+Inf"}`]: "0+100x6000",
    },
    well: { [`${bucket},le="1"}`]: "0+999x6000", [`${bucket},le="+Inf"}`]: "0+1000x6000" },
  },
  HighstreetEventsLate: {
    ill: { 'highstreet_event_lag_seconds{state="due",channel="webhooks"}': "0+60x6000" },
    well: { 'highstreet_event_lag_seconds{state="held",channel="webhooks"}': "0+60x6000" },
  },
  HighstreetReceiversDown: {
    ill: { 'highstreet_webhook_receivers{state="down"}': "6x6000" },
    well: { 'highstreet_webhook_receivers{state="failing"}': "6x6000" },
  },
  HighstreetEventsGivenUp: {
    ill: { highstreet_webhook_given_up_total: "0+3x6000" },
    well: { highstreet_webhook_given_up_total: "0+1x6000" },
  },
  HighstreetJobSilent: {
    ill: { 'highstreet_job_last_success_timestamp_seconds{job_name="sweep"}': "0x6000" },
    well: { 'highstreet_job_last_success_timestamp_seconds{job_name="sweep"}': "0+60x6000" },
    at: 180,
  },
  HighstreetJobFails: {
    ill: { 'highstreet_job_runs_total{job_name="sweep",result="bad"}': "0+1x6000" },
    well: { 'highstreet_job_runs_total{job_name="sweep",result="good"}': "0+1x6000" },
  },
  HighstreetDatabaseBusy: {
    ill: { highstreet_database_waiting_calls: "21x6000" },
    well: { highstreet_database_waiting_calls: "20x6000" },
  },
  HighstreetDatabaseDisk: { ill: disk("199x6000"), well: disk("200x6000") },
  HighstreetDatabaseGrows: {
    ill: { highstreet_database_size_bytes: "11000000000+1000000x6000" },
    well: { highstreet_database_size_bytes: "11000000000+100000x6000" },
    at: 1_000,
  },
  HighstreetBackupOld: {
    ill: { highstreet_backup_last_success_timestamp_seconds: "0x6000" },
    well: { highstreet_backup_last_success_timestamp_seconds: "0x1500 90000x6000" },
    at: 26 * 60 + 20,
  },
  HighstreetClockWrong: {
    ill: { highstreet_clock_error_seconds: "-11x6000" },
    well: { highstreet_clock_error_seconds: "9x6000" },
  },
  HighstreetDeaf: { ill: { highstreet_listening: "0x6000" }, well: { highstreet_listening: "1x6000" } },
  HighstreetEventLoopSlow: {
    ill: { nodejs_eventloop_lag_p99_seconds: "0.6x6000" },
    well: { nodejs_eventloop_lag_p99_seconds: "0.4x6000" },
  },
  HighstreetQuotaUsedUp: {
    ill: { 'highstreet_provider_calls_total{result="too_late",bucket="b"}': "0+3x6000", ...given },
    well: { 'highstreet_provider_calls_total{result="too_late",bucket="b"}': "0+1x6000", ...given },
  },
};

/** @param alert the only one that fires; undefined: none does */
function caseOf(name: string, series: Series, at: number, alert?: string) {
  return {
    ...{ name, interval: "1m" },
    input_series: Object.entries({ ...well, ...series }).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [
      {
        expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${at}m`,
        exp_samples: alert ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
      },
    ],
  };
}

test("each alert has a case", () => {
  expect(Object.keys(cases)).toEqual(rules.map(({ alert }) => alert));
});

test.skipIf(promtool === undefined)("each alert fires alone in its case, and none fires when all is well", () => {
  const tests = Object.entries(cases).flatMap(([alert, { ill, well: close, at = 60 }]) => [
    caseOf(`${alert} fires`, ill, at, alert),
    caseOf(`${alert} does not fire`, close, at),
  ]);
  const folder = mkdtempSync(join(tmpdir(), "highstreet-alerts-"));
  const file = join(folder, "cases.yaml");
  const rule_files = [join(FOLDER, "alerts.yaml")];
  writeFileSync(file, stringify({ rule_files, evaluation_interval: "1m", tests }, { aliasDuplicateObjects: false }));
  const run = spawnSync(promtool ?? "", ["test", "rules", file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(run.stdout + run.stderr).toMatch(/SUCCESS\s*$/);
  expect(run.status).toBe(0);
});

test.skipIf(promtool === undefined)("the configuration of Prometheus is valid", () => {
  execFileSync(promtool ?? "", ["check", "config", "--syntax-only", join(FOLDER, "scrape.yaml")]);
});

test("the rule about missing targets names the jobs of the configuration and of the PodMonitor", () => {
  const names: string[] = read("scrape.yaml").scrape_configs.map(({ job_name }: { job_name: string }) => job_name);
  const rule = rules.find(({ alert }) => alert === "HighstreetTargetMissing")?.expr ?? "";
  expect([...rule.matchAll(/absent\(up\{job="([\w-]+)"\}\)/g)].map(([, job]) => job)).toEqual(names);
  const monitor = read("../kubernetes/monitor.yaml");
  const [{ port, relabelings }] = monitor.spec.podMetricsEndpoints;
  expect([port, relabelings[0].replacement, relabelings[0].targetLabel]).toEqual(["metrics", "highstreet-$1", "job"]);
  for (const name of names) {
    const file = join(import.meta.dirname, `kubernetes/${name.replace("highstreet-", "")}.yaml`);
    const [deployment] = readFileSync(file, "utf8")
      .split("\n---\n")
      .map((text) => parse(text));
    const { labels } = deployment.spec.template.metadata;
    expect(labels).toMatchObject(monitor.spec.selector.matchLabels);
    expect(`highstreet-${labels["app.kubernetes.io/component"]}`).toBe(name);
  }
});
