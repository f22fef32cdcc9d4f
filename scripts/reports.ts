import { existsSync, readFileSync } from "node:fs";

/** The result of a runner. `failures`: the name of each failed test, with the first lines of its message. */
export type Count = { passed: number; failed: number; failures: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

type Suite = { suites?: Suite[]; specs?: Spec[] };
type Spec = { ok: boolean; file: string; title: string; tests: { results: { errors: { message?: string }[] }[] }[] };
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
    if (!tests.length) return status === "failed" ? [failure(name, message)] : [];
    return tests.map(({ fullName, failureMessages }) => failure(`${name}: ${fullName}`, failureMessages.join("\n")));
  });
  return atLeastOne({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures }, ok);
}

/** The counts of Playwright's JSON report. A test that passed only at a retry counts as failed. */
export function countOfPlaywright(file: string, ok: boolean): Count {
  const report = read<PlaywrightReport>(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {};
  const failures = specsOf(report ?? {})
    .map((spec) => ({ ...spec, errors: spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)) }))
    .filter(({ ok, errors }) => !ok || errors.length > 0)
    .map(({ file, title, errors }) => failure(`${file}: ${title}`, errors.map(({ message }) => message).join("\n")));
  return atLeastOne({ passed: expected, failed: unexpected + flaky, failures }, ok);
}

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

const failure = (name: string, message: string): string =>
  [name, ...message.split("\n").filter(Boolean).slice(0, LINES)].join("\n    ");

/** A runner without tests, or with an error outside of a test, counts as one failure. */
function atLeastOne({ passed, failed, failures }: Count, ok: boolean): Count {
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed, failures };
}

function read<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}
