import { expect, test } from "vitest";
import { readDrainTimes } from "./drain.ts";

test("the settings of a drain are whole seconds with defaults", () => {
  expect(readDrainTimes({})).toEqual({ delayMs: 1_000, deadlineMs: 25_000 });
  const env = { HIGHSTREET_DRAIN_SECONDS: "7", HIGHSTREET_DRAIN_DELAY_SECONDS: "0" };
  expect(readDrainTimes(env)).toEqual({ delayMs: 0, deadlineMs: 7_000 });
  for (const wrong of ["x", "-1", "1.5", "3601"]) {
    expect(() => readDrainTimes({ HIGHSTREET_DRAIN_SECONDS: wrong })).toThrow(
      `HIGHSTREET_DRAIN_SECONDS is "${wrong}": it must be whole seconds, 0 to 3600.`,
    );
  }
});
