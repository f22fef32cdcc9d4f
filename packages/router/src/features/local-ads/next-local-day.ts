/** A day of a store's clocks, `YYYY-MM-DD`, and its first moment: midnight, or where clocks skip it, the moment after. */
export interface LocalDay {
  date: string;
  begins: Date;
}

const begin = (date: Temporal.PlainDate, timezone: string): Date =>
  new Date(date.toZonedDateTime(timezone).epochMilliseconds);

/**
 * The next day of a time zone that begins after `now`.
 * @param earliest the first date that it may be
 */
export function nextLocalDay(now: Date, timezone: string, earliest?: string): LocalDay {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  let date = today.add({ days: 1 });
  if (earliest && Temporal.PlainDate.compare(earliest, date) > 0) date = Temporal.PlainDate.from(earliest);
  // Clocks that go back over midnight show a day that has begun already as still to come.
  while (begin(date, timezone) <= now) date = date.add({ days: 1 });
  return { date: date.toString(), begins: begin(date, timezone) };
}

/** The date after one. */
export const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
