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

const zonesOf = (country: string): string[] => new Intl.Locale(`und-${country}`).getTimeZones() ?? [];

/** Whether a zone, or one that it is an alias of, is among a country's. */
export function isZoneOf(country: string, zone: string): boolean {
  const start = Temporal.Instant.fromEpochMilliseconds(0);
  const given = start.toZonedDateTimeISO(zone);
  return zonesOf(country).some((own) => start.toZonedDateTimeISO(own).equals(given));
}

/**
 * The zone of a country whose clocks all show the same over the coming year (GB → Europe/London, DE → Europe/Berlin);
 * undefined where they differ or none is known: there the store must name its own.
 */
export function defaultTimeZone(country: string, now: Date): string | undefined {
  const [first, ...others] = zonesOf(country);
  if (first === undefined) return undefined;
  const clock = clockOf(first, now);
  return others.every((zone) => clockOf(zone, now) === clock) ? first : undefined;
}
