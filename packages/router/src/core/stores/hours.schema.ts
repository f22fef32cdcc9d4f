import { z } from "zod";

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const MAX_PERIODS = 5;
const MAX_SPECIAL_DAYS = 100;
const DAY = 24 * 60;
const WEEK = 7 * DAY;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const Time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:30");
const End = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time such as 18:00, at most 24:00");

const Period = z
  .strictObject({
    opens: Time.describe("`HH:MM` by the clock of the store"),
    closes: End.describe("`HH:MM`, at most `24:00`. A time before `opens` is one of the next day"),
  })
  .refine(({ opens, closes }) => opens !== closes, { path: ["closes"], message: "must differ from the start" });

const Periods = z.array(Period).max(MAX_PERIODS).describe("At most 5, without overlap. None: the store is closed");

const RegularDay = z.strictObject({ day: z.enum(weekdays).describe("Each day at most once"), periods: Periods });
const SpecialDay = z.strictObject({
  date: z.iso.date("must be a date such as 2026-12-25").describe("A day by the clock of the store"),
  periods: Periods,
});
type Days = { start: number; periods: z.infer<typeof Period>[] }[];

/** The index of a day with a period that begins before another one ends. `isWeek`: the last day comes before the first one. */
function overlapping(days: Days, isWeek: boolean): number | undefined {
  const spans = days
    .flatMap(({ start, periods }, index) =>
      periods.map(({ opens, closes }) => {
        const from = start + minutesOf(opens);
        return { index, from, until: from + ((minutesOf(closes) - minutesOf(opens) + DAY) % DAY || DAY) };
      }),
    )
    .toSorted((one, other) => one.from - other.from);
  const [first] = spans;
  if (isWeek && first) spans.push({ ...first, from: first.from + WEEK });
  return spans.find(({ from }, n) => from < (spans[n - 1]?.until ?? from))?.index;
}

/** Each day once, and no overlap. */
const checked = <Day extends z.ZodType<{ periods: z.infer<typeof Period>[] }>>(
  day: Day,
  most: number,
  placeOf: (day: z.infer<Day>) => { start: number; isWeek: boolean },
) =>
  z
    .array(day)
    .max(most)
    .superRefine((days, issues) => {
      const places = days.map(placeOf);
      const again = places.findIndex(({ start }, n) => places.slice(0, n).some((other) => other.start === start));
      const all = days.map(({ periods }, n) => ({ start: places[n]?.start ?? 0, periods }));
      const at = again < 0 ? overlapping(all, places[0]?.isWeek ?? false) : again;
      if (at === undefined) return;
      const message = again < 0 ? "must not overlap other hours" : "must not name a day twice";
      issues.addIssue({ code: "custom", path: again < 0 ? [at, "periods"] : [at], message });
    });

const means = {
  hours: "The hours in which the store is open, for your own use: no channel gets them yet",
  regular: "Of each week. A day that is left out is closed. Empty: not known",
  special: `Days with other hours, such as holidays, at most ${MAX_SPECIAL_DAYS}`,
};

const regular = checked(RegularDay, weekdays.length, ({ day }) => ({
  start: weekdays.indexOf(day) * DAY,
  isWeek: true,
})).describe(means.regular);
const special = checked(SpecialDay, MAX_SPECIAL_DAYS, ({ date }) => ({
  start: Date.parse(date) / 60_000,
  isWeek: false,
})).describe(means.special);

/** A member that is left out keeps its value. */
export const HoursBody = z
  .strictObject({ regular: regular.optional(), special: special.optional() })
  .describe(means.hours);

export const StoreHours = z
  .object({
    regular: z.array(RegularDay).describe(means.regular),
    special: z.array(SpecialDay).describe(means.special),
  })
  .describe(means.hours);
export type StoreHours = z.infer<typeof StoreHours>;

export const noHours: StoreHours = { regular: [], special: [] };
