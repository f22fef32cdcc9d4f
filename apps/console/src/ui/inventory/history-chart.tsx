"use client";

import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { count, day, moment, quantity, timeOfDay } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";

// The drawing order. If lines overlap, a lower line shows between the dashes of the upper line.
const series = [
  { name: "inStock", label: "In stock", color: "var(--chart-in-stock)" },
  { name: "valid", label: "Valid", color: "var(--chart-valid)", strokeDasharray: "7 7" },
  { name: "lines", label: "Lines", color: "var(--chart-lines)", strokeDasharray: "2 7" },
];
const DAYS = 2 * 24 * 3_600_000;

/** Lines, valid lines and lines in stock of the applied files. The table below has the same numbers. */
export function HistoryChart({ feeds }: { feeds: Ingest[] }) {
  const { store } = useStore();
  const points = feeds.toReversed().map((ingest) => ({
    at: Date.parse(ingest.createdAt),
    lines: ingest.numberOfLines,
    valid: ingest.validLines,
    inStock: ingest.inStockValidLines,
  }));
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last) return null;
  const when = (at: number) => moment(new Date(at).toISOString(), store.timezone);
  const tick = last.at - first.at < DAYS ? timeOfDay : day;
  const told = `Lines, valid lines and lines in stock of the last ${count(points.length, "file")}: from ${first.lines}, ${first.valid} and ${first.inStock} on ${when(first.at)} to ${last.lines}, ${last.valid} and ${last.inStock} on ${when(last.at)}. The table below has the numbers.`;
  return (
    <figure role="img" aria-label={told} style={{ margin: 0 }}>
      <LineChart
        h={240}
        data={points}
        dataKey="at"
        series={series}
        curveType="linear"
        withLegend
        legendProps={{ verticalAlign: "top", height: 36, itemSorter: null }}
        accessibilityLayer={false}
        valueFormatter={quantity}
        xAxisProps={{
          tickFormatter: (at: number) => tick(new Date(at).toISOString(), store.timezone),
          minTickGap: 40,
        }}
        yAxisProps={{ width: 52 }}
        tooltipProps={{ labelFormatter: (at: unknown) => (typeof at === "number" ? when(at) : "") }}
      />
    </figure>
  );
}
