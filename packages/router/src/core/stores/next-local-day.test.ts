import { describe, expect, it } from "vitest";
import { dayAfter, nextLocalDay } from "./locale.ts";

const DAY = 86_400_000;
const FROM = Date.parse("2021-01-01T12:00:00Z");
const TO = Date.parse("2031-01-01T12:00:00Z");

/** The clock of a zone over ten years: from each time on, the milliseconds ahead of UTC. */
type Clocks = { from: number; offset: number }[];

function clocksOf(zone: string): Clocks {
  let time: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(FROM).toZonedDateTimeISO(zone);
  const clocks: Clocks = [];
  while (time && time.epochMilliseconds < TO + 2 * DAY) {
    clocks.push({ from: time.epochMilliseconds, offset: time.offsetNanoseconds / 1_000_000 });
    time = time.getTimeZoneTransition("next");
  }
  return clocks;
}

/** Zones of the world, one for each way that clocks run. */
const zones = new Map(
  Intl.supportedValuesOf("timeZone").map((zone) => {
    const clocks = clocksOf(zone);
    return [JSON.stringify(clocks), { zone, clocks }];
  }),
);

/** The number of the day that clocks show, by plain arithmetic. The test compares the result with this number. */
function dayShown(clocks: Clocks, at: number): number {
  const offset = clocks.findLast(({ from }) => from <= at)?.offset ?? clocks[0]?.offset ?? 0;
  return Math.floor((at + offset) / DAY);
}

describe("the next local day", () => {
  it("begins at its first instant, also on days with a clock change", () => {
    const next = (now: string, zone: string) => nextLocalDay(new Date(now), zone).begins.toISOString();
    expect(next("2026-03-28T12:00:00Z", "Europe/London")).toBe("2026-03-29T00:00:00.000Z");
    expect(next("2026-03-29T12:00:00Z", "Europe/London")).toBe("2026-03-29T23:00:00.000Z");
    expect(next("2026-10-25T00:30:00Z", "Europe/London")).toBe("2026-10-26T00:00:00.000Z");
    // Beirut's clocks go from midnight to one: its day begins at 01:00.
    expect(next("2026-03-28T12:00:00Z", "Asia/Beirut")).toBe("2026-03-28T22:00:00.000Z");
  });

  it("is the next day that begins, also if the clocks go back over midnight", () => {
    const zone = "America/Goose_Bay";
    const [first, second] = ["2010-11-07T02:30:00Z", "2010-11-07T03:30:00Z"].map((now) => new Date(now));
    expect(nextLocalDay(first as Date, zone)).toEqual({ date: "2010-11-07", begins: new Date("2010-11-07T03:00:00Z") });
    expect(nextLocalDay(second as Date, zone)).toEqual({
      date: "2010-11-08",
      begins: new Date("2010-11-08T04:00:00Z"),
    });
  });

  it("is not before the earliest possible date", () => {
    const now = new Date("2026-03-02T09:00:00Z");
    expect(nextLocalDay(now, "Europe/London", "2026-03-01").date).toBe("2026-03-03");
    expect(nextLocalDay(now, "Europe/London", "2026-03-05").date).toBe("2026-03-05");
    expect(dayAfter("2026-12-31")).toBe("2027-01-01");
  });

  it("follows the previous day without a gap in all time zones for ten years", () => {
    expect(zones.size).toBeGreaterThan(50);
    let withoutMidnight = 0;
    for (const { zone, clocks } of zones.values()) {
      const changes = clocks.slice(1).map(({ from }) => from);
      let now = new Date(FROM);
      let before = nextLocalDay(now, zone);
      while (before.begins.getTime() < TO) {
        now = before.begins;
        const next = nextLocalDay(now, zone);
        const at = next.begins.getTime();
        const shown = dayShown(clocks, at);
        if (
          next.date !== dayAfter(before.date) ||
          Date.parse(next.date) !== shown * DAY ||
          dayShown(clocks, at - 1) >= shown
        ) {
          expect.fail(`${zone}: after ${before.date} comes ${next.date}, at ${next.begins.toISOString()}`);
        }
        if (changes.some((change) => Math.abs(change - at) < DAY)) {
          if (changes.includes(at)) withoutMidnight++;
          for (let hour = 1; now.getTime() + hour * 3_600_000 < at; hour++) {
            expect(nextLocalDay(new Date(now.getTime() + hour * 3_600_000), zone)).toEqual(next);
          }
        }
        before = next;
      }
    }
    expect(withoutMidnight, "some days begin without a midnight").toBeGreaterThan(0);
  });
});
