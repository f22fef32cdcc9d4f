"use client";

import type { StockLevels } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { LineChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { day, moment, quantity, timeOfDay } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { useStore } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const words = texts.chart;
const series = [{ name: "inStock", label: words.label, color: "var(--chart-in-stock)" }];
const DAYS = 2 * 24 * 3_600_000;

/** Products in stock over time, in steps. A file with few lines does not lower it. */
export function HistoryChart({ levels }: { levels: StockLevels }) {
  const { timezone } = useStore().store;
  const points = levels.map(({ at, inStock }) => ({ at: Date.parse(at), inStock }));
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last) return null;
  const when = (at: number) => moment(new Date(at).toISOString(), timezone);
  const tick = last.at - first.at < DAYS ? timeOfDay : day;
  const pointText = ({ at, inStock }: { at: number; inStock: number }) => words.point(quantity(inStock), when(at));
  return (
    <div role="img" aria-label={words.summary(pointText(first), pointText(last))}>
      <Hint mb="xs">{words.title}</Hint>
      <LineChart
        h={220}
        data={points}
        dataKey="at"
        series={series}
        curveType="stepAfter"
        accessibilityLayer={false}
        valueFormatter={quantity}
        xAxisProps={{
          type: "number",
          scale: "time",
          domain: ["dataMin", "dataMax"],
          tickFormatter: (at: number) => tick(new Date(at).toISOString(), timezone),
          minTickGap: 40,
        }}
        yAxisProps={{ width: 52, domain: [0, "auto"] }}
        tooltipProps={{ labelFormatter: (at: unknown) => (typeof at === "number" ? when(at) : "") }}
      />
    </div>
  );
}
