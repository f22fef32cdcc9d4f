import fc from "fast-check";
import { expect, it } from "vitest";
import { nextCheck } from "./record-check.ts";
import { newSetup, type SetupRow } from "./setup-row.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = new Date("2026-03-02T09:00:00Z");
const store = { retailerId: "r", storeId: "s" };

/** Milliseconds until the next check. @param after since the channel began to wait */
function pause(after: number, fields: Partial<SetupRow> = {}, speed = 1, retryAfterMs = 0): number {
  const now = new Date(START.getTime() + after);
  const setup = { ...newSetup(store, { locationId: "1", givenStoreCode: null }, START), ...fields };
  return nextCheck(setup, { waitingSince: START, now, providers: { speed }, retryAfterMs }).getTime() - now.getTime();
}

it("checks every minute during progress, with pauses that grow by half up to an hour without progress", () => {
  const pauses: number[] = [];
  for (let at = 0; at < 12 * HOUR; at += pauses.at(-1) ?? 0) pauses.push(pause(at));
  expect(pauses.slice(0, 3)).toEqual([MINUTE, MINUTE, MINUTE]);
  for (const at of [3, 4, 5, 6, 7, 8]) expect((pauses[at] ?? 0) / (pauses[at - 1] ?? 1)).toBeCloseTo(1.5, 4);
  expect(pauses.at(-1)).toBe(HOUR);
  expect(pause(12 * HOUR, { invitationAt: new Date(START.getTime() + 12 * HOUR) })).toBe(MINUTE);
});

it("checks a waiting channel less often, at least once a day, until an invitation arrives", () => {
  const DAYS = 24 * HOUR;
  const waited = (days: number) => pause(days * DAYS) / HOUR;
  expect([1, 2, 10, 24, 400].map(waited)).toEqual([1, 2, 10, 24, 24]);
  expect(pause(10 * DAYS, { invitationAt: new Date(START.getTime() + 10 * DAYS) })).toBe(MINUTE);
});

it("checks live listings hourly on the first day, then less often, and daily after a month", () => {
  const shown = (days: number) => pause(days * 24 * HOUR, { accessAt: START, liveAt: START });
  expect([0, 1, 2, 7, 24, 400].map((days) => shown(days) / HOUR)).toEqual([1, 1, 2, 7, 24, 24]);
  const matching = { isMatched: false, reason: "no_profiles" } as const;
  expect(pause(400 * 24 * HOUR, { accessAt: START, liveAt: START, sendingAt: START, matching })).toBe(HOUR);
  const problem = { kind: "unavailable", message: "" } as const;
  expect(pause(400 * 24 * HOUR, { accessAt: START, liveAt: START, failures: 9, problem })).toBe(HOUR);
});

it("checks hourly while another party must act, and less and less often after failures", () => {
  expect(pause(0, { failures: 1, problem: { kind: "refused", message: "" } })).toBe(HOUR);
  const failing = (failures: number) => pause(0, { failures, problem: { kind: "unavailable", message: "" } });
  expect([1, 2, 3, 9].map(failing)).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE, HOUR]);
});

it("never checks before the provider's retry time, nor more than once a second in a fast sandbox", () => {
  fc.assert(
    fc.property(
      fc.record({ after: fc.nat(HOUR), speed: fc.integer({ min: 1, max: 100_000 }), retry: fc.nat(2 * HOUR) }),
      ({ after, speed, retry }) => {
        const ms = pause(after, {}, speed, retry);
        expect(ms).toBeGreaterThanOrEqual(Math.max(SECOND, retry));
        expect(ms).toBeLessThanOrEqual(Math.max(SECOND, retry, HOUR / speed));
      },
    ),
  );
});
