"use client";

import type { DeliverySummary } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { count, moment, quantity } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { hourAxis } from "./hour-axis.ts";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";

const words = texts.health;
const series = [
  { name: "delivered", label: words.accepted, color: "var(--chart-valid)" },
  { name: "failed", label: words.failed, color: "var(--chart-failed)" },
];

/** Accepted and other calls by hour. */
export function CallsChart({ hours }: Pick<DeliverySummary, "hours">) {
  const { store } = useStore();
  const worst = hours.toSorted((a, b) => b.failed - a.failed)[0];
  const summary = !worst?.failed
    ? words.allAccepted
    : words.worst(worst.failed, count(worst.failed + worst.delivered, "call"), moment(worst.at, store.timezone));
  return (
    <div role="img" aria-label={words.callsByHour(summary)} className={classes.chart}>
      <p className={classes.caption}>{words.byHour}</p>
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
    </div>
  );
}
