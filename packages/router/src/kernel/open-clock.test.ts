import { expect, it } from "vitest";
import { openClock } from "./open-clock.ts";

it("is the machine's clock, unless a setting moves it ahead", () => {
  const [before, real, ahead, after] = [
    Date.now(),
    openClock({})(),
    openClock({ HIGHSTREET_CLOCK_AHEAD: "-60" })(),
    Date.now(),
  ];
  expect(real.getTime()).toBeGreaterThanOrEqual(before);
  expect(real.getTime()).toBeLessThanOrEqual(after);
  expect(ahead.getTime() + 60_000).toBeGreaterThanOrEqual(before);
  expect(ahead.getTime() + 60_000).toBeLessThanOrEqual(after);
});

it("names a setting that is not a number of seconds", () => {
  expect(() => openClock({ HIGHSTREET_CLOCK_AHEAD: "an hour" })).toThrow('HIGHSTREET_CLOCK_AHEAD is "an hour"');
});
