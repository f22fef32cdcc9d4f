"use client";

import type { AdsOverview } from "@highstreet/router/features/local-ads/overview.schema.ts";
import { LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { count, day, money } from "../frame/formats.ts";
import { budgetLine } from "./budget-line.ts";
import classes from "./local-ads.module.css";
import { texts } from "./texts.ts";

const words = texts.history;

const series = [
  { name: "made", label: words.made, color: "var(--chart-in-stock)" },
  { name: "toCome", label: words.toCome, color: "var(--chart-lines)", strokeDasharray: "5 5" },
];
const pounds = (amount: number) => money(amount, "GBP");

/**
 * The budgets of a store's ads by day.
 * @param today the store's day, YYYY-MM-DD
 */
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
