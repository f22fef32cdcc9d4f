"use client";

import type { DeliverySummary } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { BarChart, LineChart } from "@mantine/charts";
import { count, day, latency, moment, quantity, timeOfDay } from "../parts/formats.ts";
import { texts } from "./texts.ts";
import "@mantine/charts/styles.css";
import { useTimeZone } from "../shell/shop-context.tsx";
import classes from "./webhooks.module.css";

type Hours = DeliverySummary["hours"];

/** With more hours, the axis marks days instead of hours. */
const MAX_HOURS = 48;

/** The hours of a summary on the axis of a chart, in the store's time zone. */
function hourAxis(hours: Hours, timeZone: string) {
  const isDays = hours.length > MAX_HOURS;
  const dayAt = (n: number) => day(hours[n]?.at ?? "", timeZone);
  // The first hour of each day in the range.
  const days = hours.filter((_, n) => n > 0 && dayAt(n) !== dayAt(n - 1)).map(({ at }) => at);
  return {
    xAxisProps: {
      ...(isDays ? { ticks: days, minTickGap: 8 } : { minTickGap: 32 }),
      tickFormatter: (at: string) => (isDays ? day : timeOfDay)(at, timeZone),
    },
    tooltipProps: {
      labelFormatter: (at: unknown) => (typeof at === "string" ? texts.health.hour(moment(at, timeZone)) : ""),
    },
  };
}

const callSeries = () => [
  { name: "delivered", label: texts.health.accepted, color: "var(--chart-valid)" },
  { name: "failed", label: texts.health.failed, color: "var(--chart-failed)" },
];

export function CallsChart({ hours }: Pick<DeliverySummary, "hours">) {
  const timeZone = useTimeZone();
  const worst = hours.toSorted((a, b) => b.failed - a.failed)[0];
  const summary = !worst?.failed
    ? texts.health.allAccepted
    : texts.health.worst(worst.failed, count(worst.failed + worst.delivered, "call"), moment(worst.at, timeZone));
  return (
    <div role="img" aria-label={texts.health.callsByHour(summary)} className={classes.chart}>
      <p className={classes.caption}>{texts.health.byHour}</p>
      <BarChart
        h={220}
        type="stacked"
        data={hours}
        dataKey="at"
        series={callSeries()}
        withLegend
        legendProps={{ verticalAlign: "top", height: 36, itemSorter: null }}
        barChartProps={{ accessibilityLayer: false }}
        valueFormatter={quantity}
        yAxisProps={{ width: 48, allowDecimals: false }}
        {...hourAxis(hours, timeZone)}
      />
    </div>
  );
}

const latencySeries = () => [
  { name: "medianMs", label: texts.health.median, color: "var(--chart-in-stock)" },
  { name: "p95Ms", label: texts.health.p95, color: "var(--chart-lines)", strokeDasharray: "5 5" },
];

export function LatencyChart({ hours }: Pick<DeliverySummary, "hours">) {
  const timeZone = useTimeZone();
  const slowest = hours.toSorted((a, b) => (b.p95Ms ?? -1) - (a.p95Ms ?? -1))[0];
  const summary = texts.health.slowest(
    moment(slowest?.at ?? "", timeZone),
    latency(slowest?.medianMs ?? 0),
    latency(slowest?.p95Ms ?? 0),
  );
  return (
    <div role="img" aria-label={texts.health.durationsByHour(summary)} className={classes.chart}>
      <p className={classes.caption}>{texts.health.durations}</p>
      <LineChart
        h={220}
        data={hours}
        dataKey="at"
        series={latencySeries()}
        curveType="linear"
        // An hour without calls has no value, and the line has a gap there.
        connectNulls={false}
        withLegend
        legendProps={{ verticalAlign: "top", height: 36, itemSorter: null }}
        accessibilityLayer={false}
        valueFormatter={latency}
        yAxisProps={{ width: 64 }}
        {...hourAxis(hours, timeZone)}
      />
    </div>
  );
}
