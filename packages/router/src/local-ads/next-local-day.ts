/** The first instant of the next day in a time zone: midnight, or where clocks skip it, the first moment after. */
export function nextLocalDay(now: Date, timezone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  return new Date(today.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds);
}
