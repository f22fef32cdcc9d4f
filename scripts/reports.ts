import { existsSync, readFileSync, rmSync } from "node:fs";

/** A failed test. `file`: absent if no file failed, but the runner. `text`: its name, with the first lines of its message. */
export type Failure = { file?: string; text: string };

/**
 * The result of a runner. `skipped`: the names of tests that did not run. `unstable`: tests that failed in the first run, and passed in the
 * second one. `seconds`: the time of the tests of each file.
 */
export type Count = {
  passed: number;
  failed: number;
  skipped: string[];
  failures: Failure[];
  unstable: Failure[];
  seconds: Map<string, number>;
};

export const nothing: Count = { passed: 0, failed: 0, skipped: [], failures: [], unstable: [], seconds: new Map() };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

type Suite = { suites?: Suite[]; specs?: Spec[] };
type Spec = { ok: boolean; file: string; title: string; tests: { results: Result[] }[] };
type Result = { duration: number; errors: { message?: string }[] };
type PlaywrightReport = Suite & { stats: { expected: number; flaky: number; unexpected: number } };

const LINES = 6;

/**
 * The counts of Vitest's JSON report.
 * @param ok whether the run ended well
 */
export function countOfVitest(file: string, ok: boolean): Count {
  const report = read<VitestReport>(file);
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (!tests.length) return status === "failed" ? [failure(name, "", message)] : [];
    return tests.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages.join("\n")));
  });
  const files = (report?.testResults ?? []).map(({ name, startTime, endTime }) => [name, endTime - startTime] as const);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report ?? {};
  const skipped = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => !["passed", "failed"].includes(status))
      .map(({ fullName }) => `${name}: ${fullName}`),
  );
  return atLeastOne({ ...nothing, passed, failed, skipped, failures, seconds: secondsOf(files) }, ok);
}

/** The counts of Playwright's JSON report. A test that passed only at a retry counts as failed. */
export function countOfPlaywright(file: string, ok: boolean): Count {
  const report = read<PlaywrightReport>(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  const specs = specsOf(report ?? {}).map((spec) => ({
    ...spec,
    results: spec.tests.flatMap(({ results }) => results),
  }));
  const failures = specs
    .map((spec) => ({ ...spec, errors: spec.results.flatMap(({ errors }) => errors) }))
    .filter(({ ok, errors }) => !ok || errors.length > 0)
    .map(({ file, title, errors }) => failure(file, title, errors.map(({ message }) => message).join("\n")));
  const files = specs.flatMap(({ file, results }) => results.map(({ duration }) => [file, duration] as const));
  return atLeastOne(
    { ...nothing, passed: expected, failed: unexpected + flaky, failures, seconds: secondsOf(files) },
    ok,
  );
}

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

const failure = (file: string, title: string, message: string): Failure => ({
  file,
  text: [`${file}: ${title}`, ...message.split("\n").filter(Boolean).slice(0, LINES)].join("\n    "),
});

/** A runner without tests, or with an error outside of a test, counts as one failure. */
function atLeastOne(count: Count, ok: boolean): Count {
  const { passed, failed } = count;
  return { ...count, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
}

/**
 * Counts of both runs, where the second run repeated some failed files. A test that failed only in the first run is unstable.
 * @param files what the second run repeated
 */
export function withSecondRun(first: Count, second: Count, files: string[]): Count {
  const isRepeated = ({ file }: Failure) => file !== undefined && files.includes(file);
  const failures = [...first.failures.filter((failure) => !isRepeated(failure)), ...second.failures];
  const names = new Set(failures.map(nameOf));
  const unstable = first.failures.filter((failure) => isRepeated(failure) && !names.has(nameOf(failure)));
  const failed = Math.max(first.failed - unstable.length, second.failed);
  return { ...first, passed: first.passed + first.failed - failed, failed, failures, unstable };
}

const nameOf = ({ text }: Failure): string | undefined => text.split("\n", 1)[0];

function secondsOf(files: (readonly [file: string, ms: number])[]): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const [file, ms] of files) seconds.set(file, (seconds.get(file) ?? 0) + ms / 1_000);
  return seconds;
}

/** Reads a report and removes it, so that the next run cannot be taken for this one. */
function read<T>(file: string): T | undefined {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, "utf8")) as T;
  rmSync(file);
  return report;
}
