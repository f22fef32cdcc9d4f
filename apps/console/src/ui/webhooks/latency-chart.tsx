"use client";

import type { DeliverySummary } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { latency, moment } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { hourAxis } from "./hour-axis.ts";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";

const words = texts.health;
const series = [
  { name: "medianMs", label: words.median, color: "var(--chart-in-stock)" },
  { name: "p95Ms", label: words.p95, color: "var(--chart-lines)", strokeDasharray: "5 5" },
];

/** Durations of calls by hour. */
export function LatencyChart({ hours }: Pick<DeliverySummary, "hours">) {
  const { store } = useStore();
  const slowest = hours.toSorted((a, b) => (b.p95Ms ?? -1) - (a.p95Ms ?? -1))[0];
  const summary = words.slowest(
    moment(slowest?.at ?? "", store.timezone),
    latency(slowest?.medianMs ?? 0),
    latency(slowest?.p95Ms ?? 0),
  );
  return (
    <div role="img" aria-label={words.durationsByHour(summary)} className={classes.chart}>
      <p className={classes.caption}>{words.durations}</p>
      <LineChart
        h={220}
        data={hours}
        dataKey="at"
        series={series}
        curveType="linear"
        // An hour without calls has no value, and the line has a gap there.
        connectNulls={false}
        withLegend
        legendProps={{ verticalAlign: "top", height: 36, itemSorter: null }}
        accessibilityLayer={false}
        valueFormatter={latency}
        yAxisProps={{ width: 64 }}
        {...hourAxis(hours, store.timezone)}
      />
    </div>
  );
}
