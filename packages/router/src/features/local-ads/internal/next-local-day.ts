/** A day of a time zone, `YYYY-MM-DD`, and its first moment. If the clocks skip midnight, that is the moment after the gap. */
export interface LocalDay {
  date: string;
  begins: Date;
}

const begin = (date: Temporal.PlainDate, timezone: string): Date =>
  new Date(date.toZonedDateTime(timezone).epochMilliseconds);

/**
 * The next day of a time zone that begins after `now`.
 * @param earliest the first possible date
 */
export function nextLocalDay(now: Date, timezone: string, earliest?: string): LocalDay {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  let date = today.add({ days: 1 });
  if (earliest && Temporal.PlainDate.compare(earliest, date) > 0) date = Temporal.PlainDate.from(earliest);
  // If the clocks go back over midnight, the next date may have begun already.
  while (begin(date, timezone) <= now) date = date.add({ days: 1 });
  return { date: date.toString(), begins: begin(date, timezone) };
}

/** The date after a date. */
export const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
