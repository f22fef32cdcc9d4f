import { z } from "zod";
import { listOf, time } from "../../kernel/body.schema.ts";
import { weekdays } from "../stores/hours.schema.ts";

const DAY = 86_400_000;

/** A day has other times in each zone, so a time beside it can lie half a day away. The dry run knows the zones. */
function isAfter(from: string, until: string): boolean {
  const [isFromDay, isUntilDay] = [from, until].map((text) => !text.includes("T"));
  const slack = (isUntilDay ? DAY : 0) + (isFromDay === isUntilDay ? 0 : DAY / 2);
  return Date.parse(until) + slack > Date.parse(from);
}

const inYears = <Text extends z.ZodType<string>>(text: Text) =>
  text.refine((value) => {
    const year = new Date(value).getUTCFullYear();
    return !(year < 2000 || year > 2199);
  }, "must lie in the years 2000 to 2199");
const moment = z.union([
  inYears(z.iso.date("must be a day such as 2026-12-24, or an RFC 3339 time")),
  inYears(time("2026-12-24T18:00:00Z")),
]);
/** When a rule counts in a store. A day is one by the clock of the store. A time is the same in all stores. */
export const Period = z
  .strictObject({
    from: moment.optional().describe("The first day, by the clock of each store. Or the time at which the rule begins"),
    until: moment.optional().describe("The last day, by the clock of each store. Or the time at which the rule ends"),
    weekdays: listOf(z.enum(weekdays))
      .min(1, "must not be empty")
      .max(weekdays.length)
      .optional()
      .describe("Only on these days, by the clock of each store"),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), "needs a start, an end or weekdays")
  .refine(({ from, until }) => !from || !until || isAfter(from, until), {
    path: ["until"],
    message: "must not be before the start",
  })
  .describe("When the rule counts. It begins and ends by itself, with the events of its products");
export type Period = z.infer<typeof Period>;
