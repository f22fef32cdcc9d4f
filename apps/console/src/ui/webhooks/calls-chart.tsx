"use client";

import type { DeliverySummary } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { count, moment, quantity } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { hourAxis } from "./hour-axis.ts";
import classes from "./webhooks.module.css";

const series = [
  { name: "delivered", label: "Accepted", color: "var(--chart-valid)" },
  { name: "failed", label: "Not accepted", color: "var(--chart-failed)" },
];

/** Accepted and other calls by hour. */
export function CallsChart({ hours }: Pick<DeliverySummary, "hours">) {
  const { store } = useStore();
  const worst = hours.toSorted((a, b) => b.failed - a.failed)[0];
  const summary = !worst?.failed
    ? "Every call was accepted, in all hours."
    : `Most calls that were not accepted in one hour: ${worst.failed} of ${count(worst.failed + worst.delivered, "call")} from ${moment(worst.at, store.timezone)}.`;
  return (
    <figure role="img" aria-label={`Calls by the hour. ${summary}`} className={classes.chart}>
      <figcaption className={classes.caption}>Calls by the hour</figcaption>
      <BarChart
        h={220}
        type="stacked"
        data={hours}
        dataKey="at"
        series={series}
        withLegend
        legendProps={{ verticalAlign: "top", height: 36, itemSorter: null }}
        barChartProps={{ accessibilityLayer: false }}
        valueFormatter={quantity}
        yAxisProps={{ width: 48, allowDecimals: false }}
        {...hourAxis(hours, store.timezone)}
      />
    </figure>
  );
}
