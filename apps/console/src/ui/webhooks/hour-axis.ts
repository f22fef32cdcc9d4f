import type { DeliverySummary } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { day, moment, timeOfDay } from "../frame/formats.ts";
import { texts } from "./texts.ts";

type Hours = DeliverySummary["hours"];

/** With more hours, the axis marks days instead of hours. */
const MOST_HOURS = 48;

/** The hours of a summary on the axis of a chart, in the store's time zone. */
export function hourAxis(hours: Hours, timeZone: string) {
  const isDays = hours.length > MOST_HOURS;
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
