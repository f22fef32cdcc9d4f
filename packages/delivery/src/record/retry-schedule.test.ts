import { describe, expect, it } from "vitest";
import { nextPing, nextTry, readRetryAfter } from "./retry-schedule.ts";

const at = new Date("2026-03-02T09:00:00Z");
const waited = (date: Date | undefined) => date && (date.getTime() - at.getTime()) / 1_000;

describe("the next try", () => {
  it("comes 30 s, 5 min and 30 min after a failure, ±10 %, and never a fifth time", () => {
    for (const [tries, seconds] of [30, 300, 1_800].entries()) {
      expect(waited(nextTry(at, tries + 1, null, () => 0))).toBeCloseTo(seconds * 0.9);
      expect(waited(nextTry(at, tries + 1, null, () => 0.5))).toBeCloseTo(seconds);
      expect(waited(nextTry(at, tries + 1, null, () => 1))).toBeCloseTo(seconds * 1.1);
    }
    expect(nextTry(at, 4, null, () => 0.5)).toBeUndefined();
    expect(nextTry(at, 4, 1_000, () => 0.5)).toBeUndefined();
  });

  it("of the schedule of days comes up to seven times in three days", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((tries) => waited(nextTry(at, tries, null, () => 0.5, "days")) ?? 0);
    expect(waits).toEqual([30, 300, 1_800, 7_200, 21_600, 72_000, 158_400]);
    expect(waits.reduce((sum, wait) => sum + wait) / 86_400).toBeCloseTo(3, 1);
    expect(nextTry(at, 8, null, () => 0.5, "days")).toBeUndefined();
  });

  it("waits longer if Retry-After asks for it, at most an hour, and never shorter", () => {
    expect(waited(nextTry(at, 1, 90_000, () => 0.5))).toBe(90);
    expect(waited(nextTry(at, 1, 86_400_000, () => 0.5))).toBe(3_600);
    expect(waited(nextTry(at, 1, 1_000, () => 0.5))).toBe(30);
  });

  it("of a ping comes every hour after the usual tries", () => {
    expect([1, 2, 3, 4, 5].map((tries) => waited(nextPing(at, tries, null, () => 0.5)))).toEqual([
      30, 300, 1_800, 3_600, 3_600,
    ]);
  });
});

describe("Retry-After", () => {
  it("is read as seconds or a date; other values are ignored", () => {
    expect(readRetryAfter("120", at)).toBe(120_000);
    expect(readRetryAfter("Mon, 02 Mar 2026 09:00:10 GMT", at)).toBe(10_000);
    expect(readRetryAfter("Mon, 02 Mar 2026 08:00:00 GMT", at)).toBe(0);
    for (const value of [undefined, "", "soon", "-5x"]) expect(readRetryAfter(value, at)).toBeNull();
  });
});
