const HOUR = 8;

/** 08:00 of the day of `time`, or of another day. */
function atEight(time: Date, timezone: string, days: number): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timezone);
  const day = local.toPlainDate().add({ days }).toPlainDateTime({ hour: HOUR });
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds);
}

/** The next 08:00 after a time. */
export function nextEight(after: Date, timezone: string): Date {
  const today = atEight(after, timezone, 0);
  return today > after ? today : atEight(after, timezone, 1);
}

/** 08:00 of the day before. */
export const eightBefore = (eight: Date, timezone: string): Date => atEight(eight, timezone, -1);
