import type { DeliverySummary } from "@highstreet/router/features/webhooks/summary.schema.ts";
import { day, moment, timeOfDay } from "../frame/formats.ts";

type Hours = DeliverySummary["hours"];

/** More than this, and days are marked instead of hours. */
const MOST_HOURS = 48;

/** How the hours of a summary stand along a chart, in the store's own time. */
export function hourAxis(hours: Hours, timeZone: string) {
  const isDays = hours.length > MOST_HOURS;
  const dayAt = (n: number) => day(hours[n]?.at ?? "", timeZone);
  // The first hour of each day that begins within.
  const days = hours.filter((_, n) => n > 0 && dayAt(n) !== dayAt(n - 1)).map(({ at }) => at);
  return {
    xAxisProps: {
      ...(isDays ? { ticks: days, minTickGap: 8 } : { minTickGap: 32 }),
      tickFormatter: (at: string) => (isDays ? day : timeOfDay)(at, timeZone),
    },
    tooltipProps: {
      labelFormatter: (at: unknown) => (typeof at === "string" ? `The hour from ${moment(at, timeZone)}` : ""),
    },
  };
}
