"use client";

import { type DeliverySummary, summaryPeriods } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { SegmentedControl, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Counts } from "../parts/facts.tsx";
import { latency, percent, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import { useReceiver } from "./receiver.tsx";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";

const words = texts.health;
type Period = (typeof summaryPeriods)[number];
const periods: Record<Period, string> = words.periods;

const loading = () => <Skeleton height={240} radius="md" />;
const CallsChart = dynamic(() => import("./charts.tsx").then((chart) => chart.CallsChart), {
  ssr: false,
  loading,
});
const LatencyChart = dynamic(() => import("./charts.tsx").then((chart) => chart.LatencyChart), {
  ssr: false,
  loading,
});

export function Health() {
  const receiver = useReceiver();
  const [period, setPeriod] = useState<Period>("24h");
  const summary = useQuery(receiver.summary(period));
  return (
    <Panel title={words.title}>
      <SegmentedControl
        aria-label={words.period}
        value={period}
        onChange={(value) => setPeriod(summaryPeriods.find((one) => one === value) ?? "24h")}
        data={summaryPeriods.map((value) => ({ value, label: periods[value] }))}
        style={{ alignSelf: "start" }}
      />
      {summary.error && <LoadFailed message={summary.error.message} retry={() => void summary.refetch()} />}
      {summary.isPending && loading()}
      {summary.data && <Figures summary={summary.data} period={periods[period]} />}
    </Panel>
  );
}

function Figures({ summary, period }: { summary: DeliverySummary; period: string }) {
  const { delivered, failed, medianMs, p95Ms, isWhole, hours } = summary;
  const calls = delivered + failed;
  if (calls === 0 || medianMs === null || p95Ms === null) {
    return <Hint>{words.none(period)}</Hint>;
  }
  return (
    <>
      <Counts
        label={words.counts(period)}
        counts={[
          [words.accepted, percent(delivered / calls)],
          [words.calls, quantity(calls)],
          [words.failed, quantity(failed)],
          [words.median, latency(medianMs)],
          [words.p95, latency(p95Ms)],
        ]}
      />
      {!isWhole && <Hint>{words.partial}</Hint>}
      <div className={classes.charts}>
        <CallsChart hours={hours} />
        <LatencyChart hours={hours} />
      </div>
    </>
  );
}
