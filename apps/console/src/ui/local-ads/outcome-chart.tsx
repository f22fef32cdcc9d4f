"use client";

import type { AdsOutcome } from "@highstreet/router/features/local-ads/overview.schema.ts";
import { CompositeChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { count, day, money } from "../frame/formats.ts";
import classes from "./local-ads.module.css";
import { texts } from "./texts.ts";

const words = texts.outcome;

/** The spend and the clicks of a store's ads by day. */
export function OutcomeChart({ outcome }: { outcome: AdsOutcome }) {
  const { days, spend, clicks, currency } = outcome;
  return (
    <figure
      role="img"
      aria-label={words.summary(count(days.length, "day"), money(spend, currency), count(clicks, "click"))}
      className={classes.chart}
    >
      <CompositeChart
        h={180}
        data={days}
        dataKey="date"
        series={[
          { name: "spend", label: words.spend, color: "var(--chart-in-stock)", type: "bar" },
          { name: "clicks", label: words.clicks, color: "var(--chart-lines)", type: "line", yAxisId: "right" },
        ]}
        curveType="linear"
        withDots={false}
        withRightYAxis
        withLegend
        legendProps={{ verticalAlign: "top", height: 36, itemSorter: null }}
        accessibilityLayer={false}
        maxBarWidth={20}
        xAxisProps={{ tickFormatter: (date: string) => day(date, "UTC"), minTickGap: 40 }}
        yAxisProps={{ width: 70, tickFormatter: (amount: number) => money(amount, currency) }}
        rightYAxisProps={{ width: 40, allowDecimals: false }}
        tooltipProps={{ labelFormatter: (date: unknown) => (typeof date === "string" ? day(date, "UTC") : "") }}
      />
    </figure>
  );
}
