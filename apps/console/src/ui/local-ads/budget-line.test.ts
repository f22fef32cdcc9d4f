import { expect, it } from "vitest";
import { budgetLine } from "./budget-line.ts";

const at = (date: string) => Date.parse(date);
const made = (date: string, budget: number) => ({ date, budget, madeAt: `${date}T00:00:00Z` });
const toCome = (date: string, budget: number) => ({ date, budget, madeAt: null });

it("a budget holds until tonight, and a change to come goes on from there", () => {
  const history = [made("2026-11-18", 12.5), toCome("2026-11-22", 20), made("2026-11-10", 10)];
  expect(budgetLine(history, "2026-11-21")).toEqual([
    { at: at("2026-11-10"), made: 10, toCome: null },
    { at: at("2026-11-18"), made: 12.5, toCome: null },
    { at: at("2026-11-22"), made: 12.5, toCome: 12.5 },
    { at: at("2026-11-22"), made: null, toCome: 20 },
    { at: at("2026-11-23"), made: null, toCome: 20 },
  ]);
});

it("a first change to come begins at nothing", () => {
  expect(budgetLine([toCome("2026-11-22", 20)], "2026-11-21").slice(0, 2)).toEqual([
    { at: at("2026-11-21"), made: 0, toCome: null },
    { at: at("2026-11-22"), made: 0, toCome: 0 },
  ]);
});

it("a change made today is a line, not a point", () => {
  expect(budgetLine([made("2026-11-21", 5)], "2026-11-21")).toEqual([
    { at: at("2026-11-21"), made: 5, toCome: null },
    { at: at("2026-11-22"), made: 5, toCome: null },
  ]);
});

it("a change that is late is still to come", () => {
  const points = budgetLine([made("2026-11-18", 5), toCome("2026-11-21", 9)], "2026-11-21");
  expect(points.map((point) => point.at)).toEqual(points.map((point) => point.at).toSorted((a, b) => a - b));
  expect(points.at(-1)).toEqual({ at: at("2026-11-23"), made: null, toCome: 9 });
});
