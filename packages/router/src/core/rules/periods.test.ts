import fc from "fast-check";
import { expect, test } from "vitest";
import { weekdays } from "../stores/hours.schema.ts";
import type { Period } from "./period.schema.ts";
import { isInForce, nextChange, startOf } from "./periods.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Around these times clocks go forward or back, in Beirut and Goose Bay over midnight. */
const places = [
  ["Europe/London", "2026-03-29T01:00:00Z"],
  ["Europe/London", "2026-10-25T01:00:00Z"],
  ["Asia/Beirut", "2026-03-28T22:00:00Z"],
  ["Asia/Beirut", "2026-10-24T21:00:00Z"],
  ["America/Goose_Bay", "2010-11-07T03:01:00Z"],
  ["Asia/Kathmandu", "2026-06-01T00:00:00Z"],
] as const;

const formats = new Map(
  places.map(([zone]) => [
    zone,
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: zone }),
  ]),
);
const known = new Map<string, number>();

/** The day that the clocks of a zone show, as a number. */
function dayShown(zone: (typeof places)[number][0], at: number): number {
  const key = `${zone} ${at}`;
  const day = known.get(key) ?? Math.floor(Date.parse(`${formats.get(zone)?.format(at).slice(0, 10)}`) / DAY);
  known.set(key, day);
  return day;
}

/** The last day that has begun: just before the clocks go back, it can be a later one. */
const dayAt = ([zone, change]: (typeof places)[number], at: number): number =>
  Math.max(dayShown(zone, at), dayShown(zone, Math.min(at, Date.parse(change) - 1)));

const dayOf = (days: number, near: number): string => new Date(near + days * DAY).toISOString().slice(0, 10);

function counts({ from, until, weekdays: days }: Period, place: (typeof places)[number], at: number): boolean {
  const today = dayAt(place, at);
  const begun = (text: string): boolean =>
    text.includes("T") ? at >= Date.parse(text) : today >= Date.parse(text) / DAY;
  const ended = (text: string): boolean =>
    text.includes("T") ? at >= Date.parse(text) : today > Date.parse(text) / DAY;
  if ((from && !begun(from)) || (until && ended(until))) return false;
  return !days || days.includes(weekdays[(today + 3) % 7] as "monday");
}

test("a rule counts on its days by the clock of the store, and changes exactly at the next time that is named", () => {
  const bound = fc.record({
    days: fc.integer({ min: -2, max: 3 }),
    minutes: fc.option(fc.integer({ min: 0, max: 48 })),
  });
  const days = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 });
  const given = fc.record({ from: bound, until: bound, weekdays: days }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.constantFrom(...places), given, fc.integer({ min: -96, max: 96 }), (place, raw, halves) => {
      const [zone, change] = place;
      const near = Date.parse(change);
      const textOf = ({ days, minutes }: { days: number; minutes: number | null }): string =>
        minutes === null ? dayOf(days, near) : new Date(near + days * DAY + minutes * (HOUR / 2)).toISOString();
      const period = {
        ...(raw.from && { from: textOf(raw.from) }),
        ...(raw.until && { until: textOf(raw.until) }),
        ...(raw.weekdays && { weekdays: raw.weekdays }),
      };
      const at = near + halves * (HOUR / 2);
      const isNow = counts(period, place, at);
      expect(isInForce(period, zone, new Date(at))).toBe(isNow);
      const next = nextChange(period, zone, new Date(at))?.getTime();
      const end = Math.min(next ?? Infinity, at + 12 * DAY);
      for (let time = at + HOUR / 4; time < end; time += HOUR / 4) {
        if (counts(period, place, time) !== isNow) expect.fail(`changes before ${new Date(time).toISOString()}`);
      }
      if (next !== undefined) {
        expect(counts(period, place, next)).toBe(!isNow);
        expect(counts(period, place, next - 1)).toBe(isNow);
      }
      const start = startOf(period, zone, new Date(at));
      expect(start).toEqual(isNow ? null : next === undefined ? undefined : new Date(next));
    }),
    { numRuns: 300 },
  );
});
