const YEAR = { hours: 366 * 24 };

/** What a zone's clocks show over the year from `now` on: the offset, and each change of it. */
function clockOf(zone: string, now: Date): string {
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const end = start.add(YEAR);
  const clock: string[] = [];
  let moment: Temporal.ZonedDateTime | null = start.toZonedDateTimeISO(zone);
  while (moment && Temporal.Instant.compare(moment.toInstant(), end) < 0) {
    clock.push(`${moment.epochMilliseconds}${moment.offset}`);
    moment = moment.getTimeZoneTransition("next");
  }
  return clock.join();
}

/**
 * The zone of a country whose clocks all show the same over the coming year (GB → Europe/London, DE → Europe/Berlin);
 * undefined where they differ or none is known: there the store must name its own.
 */
export function defaultTimeZone(country: string, now: Date): string | undefined {
  const [first, ...others] = new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  if (first === undefined) return undefined;
  const clock = clockOf(first, now);
  return others.every((zone) => clockOf(zone, now) === clock) ? first : undefined;
}
