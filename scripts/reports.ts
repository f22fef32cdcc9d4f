import { existsSync, readFileSync } from "node:fs";

export type Count = { passed: number; failed: number };

type VitestReport = { numPassedTests: number; numFailedTests: number };
type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number } };

/**
 * The counts of Vitest's JSON report.
 * @param ok whether the run ended well
 */
export function countOfVitest(file: string, ok: boolean): Count {
  const report = read<VitestReport>(file);
  return atLeastOne({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, ok);
}

/** The counts of Playwright's JSON report. A test that passed only at a retry counts as failed. */
export function countOfPlaywright(file: string, ok: boolean): Count {
  const { expected = 0, flaky = 0, unexpected = 0 } = read<PlaywrightReport>(file)?.stats ?? {};
  return atLeastOne({ passed: expected, failed: unexpected + flaky }, ok);
}

/** A runner without tests, or with an error outside of a test, counts as one failure. */
function atLeastOne({ passed, failed }: Count, ok: boolean): Count {
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
}

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
