"use client";

import type { DeliverySummary } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { latency, moment } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { hourAxis } from "./hour-axis.ts";
import classes from "./webhooks.module.css";

const series = [
  { name: "medianMs", label: "Median", color: "var(--chart-in-stock)" },
  { name: "p95Ms", label: "95th percentile", color: "var(--chart-lines)", strokeDasharray: "5 5" },
];

/** Durations of calls by hour. */
export function LatencyChart({ hours }: Pick<DeliverySummary, "hours">) {
  const { store } = useStore();
  const slowest = hours.toSorted((a, b) => (b.p95Ms ?? -1) - (a.p95Ms ?? -1))[0];
  const summary = `The slowest hour is from ${moment(slowest?.at ?? "", store.timezone)}. Its median is ${latency(slowest?.medianMs ?? 0)}, its 95th percentile is ${latency(slowest?.p95Ms ?? 0)}.`;
  return (
    <figure role="img" aria-label={`How long calls took, by the hour. ${summary}`} className={classes.chart}>
      <figcaption className={classes.caption}>How long they took</figcaption>
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
    </figure>
  );
}
