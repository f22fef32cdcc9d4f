"use client";

import type { AdsOutcome, AdsOverview } from "@highstreet/router/features/local-ads/overview.schema.ts";
import { CompositeChart, LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { count, day, money } from "../parts/formats.ts";
import { budgetLine } from "./budget-line.ts";
import classes from "./local-ads.module.css";
import { texts } from "./texts.ts";

const words = texts.history;

const series = [
  { name: "made", label: words.made, color: "var(--chart-in-stock)" },
  { name: "toCome", label: words.toCome, color: "var(--chart-lines)", strokeDasharray: "5 5" },
];
const pounds = (amount: number) => money(amount, "GBP");

/** @param today the store's day, YYYY-MM-DD */
export function BudgetChart({ history, today }: Pick<AdsOverview, "history"> & { today: string }) {
  const points = budgetLine(history, today);
  const changes = history.map(({ date, budget }) => words.change(pounds(budget), day(date, "UTC"))).join(", ");
  return (
    <div role="img" aria-label={words.summary(count(history.length, "change"), changes)} className={classes.chart}>
      <p className={classes.chartCaption}>{words.title}</p>
      <LineChart
        h={180}
        data={points}
        dataKey="at"
        series={series}
        curveType="stepAfter"
        connectNulls={false}
        withDots={false}
        withLegend
        legendProps={{ verticalAlign: "top", height: 36, itemSorter: null }}
        accessibilityLayer={false}
        lineChartProps={{ accessibilityLayer: false }}
        valueFormatter={pounds}
        xAxisProps={{
          type: "number",
          scale: "time",
          domain: ["dataMin", "dataMax"],
          tickFormatter: (at: number) => day(new Date(at).toISOString(), "UTC"),
          minTickGap: 40,
        }}
        yAxisProps={{ width: 80 }}
        tooltipProps={{
          labelFormatter: (at: unknown) => (typeof at === "number" ? day(new Date(at).toISOString(), "UTC") : ""),
        }}
      />
    </div>
  );
}

export function OutcomeChart({ outcome }: { outcome: AdsOutcome }) {
  const { days, spend, clicks, currency } = outcome;
  return (
    <figure
      role="img"
      aria-label={texts.outcome.summary(count(days.length, "day"), money(spend, currency), count(clicks, "click"))}
      className={classes.chart}
    >
      <CompositeChart
        h={180}
        data={days}
        dataKey="date"
        series={[
          { name: "spend", label: texts.outcome.spend, color: "var(--chart-in-stock)", type: "bar" },
          { name: "clicks", label: texts.outcome.clicks, color: "var(--chart-lines)", type: "line", yAxisId: "right" },
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
