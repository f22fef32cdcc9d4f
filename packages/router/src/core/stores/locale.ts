import type { Tx } from "@highstreet/db";
import currencies from "country-to-currency";
import { validationFailed } from "../../kernel/errors.ts";

const currencyOf = new Map<string, string>(Object.entries(currencies));

export function defaultCurrency(country: string): string {
  const currency = currencyOf.get(country);
  if (!currency) throw new Error(`no currency is known for the country ${country}`);
  return currency;
}

const YEAR = { hours: 366 * 24 };

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

export function isZoneOf(country: string, zone: string): boolean {
  const start = Temporal.Instant.fromEpochMilliseconds(0);
  const given = start.toZonedDateTimeISO(zone);
  return zonesOf(country).some((own) => start.toZonedDateTimeISO(own).equals(given));
}

/**
 * The zone of a country, if all its clocks show the same time during the coming year (GB → Europe/London, DE → Europe/Berlin).
 * @returns undefined if the clocks differ or the country has no zone; the store must then have its own
 */
function defaultTimeZone(country: string, now: Date): string | undefined {
  const [first, ...others] = zonesOf(country);
  if (first === undefined) return undefined;
  const clock = clockOf(first, now);
  return others.every((zone) => clockOf(zone, now) === clock) ? first : undefined;
}

/**
 * The time zone of a store or, without one, of its country.
 * @param pointer the place of the store in the body; "" for the body itself
 * @throws ValidationFailed if the store has no time zone and its country has several
 */
export function zoneOfStore(
  store: { country: string; timezone?: string | null | undefined },
  now: Date,
  pointer: string,
): string {
  const zone = store.timezone ?? defaultTimeZone(store.country, now);
  if (zone !== undefined) return zone;
  const message = `is required: ${store.country} has no one time zone`;
  throw validationFailed([{ pointer: `${pointer}/timezone`, code: "Required", message }]);
}

/** A time on the clock of a zone, for people: `2026-11-24 09:12`. */
export function minuteIn(zone: string, time: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: "minute" }).replace("T", " ");
}

export async function zoneOfShop({ prisma }: Pick<Tx, "prisma">, retailerId: string): Promise<string> {
  const first = await prisma.store.findFirst({
    where: { retailerId },
    orderBy: { id: "asc" },
    select: { timezone: true },
  });
  return first?.timezone ?? "Europe/London";
}

/** If the clocks skip midnight, `begins` is the moment after the gap. */
interface LocalDay {
  date: string;
  begins: Date;
}

/** The first moment of a day. */
export const beginOf = (date: Temporal.PlainDate, timezone: string): Date =>
  new Date(date.toZonedDateTime(timezone).epochMilliseconds);

/** The next day that begins after `now`. @param earliest the first possible date */
export function nextLocalDay(now: Date, timezone: string, earliest?: string): LocalDay {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  let date = today.add({ days: 1 });
  if (earliest && Temporal.PlainDate.compare(earliest, date) > 0) date = Temporal.PlainDate.from(earliest);
  // If the clocks go back over midnight, the next date may have begun already.
  while (beginOf(date, timezone) <= now) date = date.add({ days: 1 });
  return { date: date.toString(), begins: beginOf(date, timezone) };
}

export const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
