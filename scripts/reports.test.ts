import { expect, test } from "vitest";
import { type Count, nothing, withSecondRun } from "./reports.ts";

const failed = (...texts: [file: string, text: string][]): Count["failures"] =>
  texts.map(([file, text]) => ({ file, text: `${file}: ${text}` }));

const first: Count = {
  ...nothing,
  passed: 7,
  failed: 3,
  failures: failed(["a.test.ts", "keeps\n    late"], ["a.test.ts", "loses"], ["other.test.ts", "checks all"]),
};

test("a test that passes in the second run is unstable, and the others stay failed", () => {
  const second = { ...nothing, passed: 3, failed: 1, failures: failed(["a.test.ts", "loses\n    again"]) };
  const sum = withSecondRun(first, second, ["a.test.ts"]);
  expect(sum.unstable.map(({ text }) => text)).toEqual(["a.test.ts: keeps\n    late"]);
  expect(sum.failures.map(({ text }) => text)).toEqual(["other.test.ts: checks all", "a.test.ts: loses\n    again"]);
  expect([sum.passed, sum.failed]).toEqual([8, 2]);
});

test("a second run that ends without a result counts as failed", () => {
  const sum = withSecondRun({ ...first, failed: 2, failures: first.failures.slice(0, 2) }, { ...nothing, failed: 1 }, [
    "a.test.ts",
  ]);
  expect(sum.failed).toBe(1);
});

test("a failure that only the second run shows counts as failed", () => {
  const second = { ...nothing, failed: 1, failures: failed(["a.test.ts", "breaks"]) };
  expect(
    withSecondRun({ ...first, failures: first.failures.slice(0, 2), failed: 2 }, second, ["a.test.ts"]).failed,
  ).toBe(1);
});
