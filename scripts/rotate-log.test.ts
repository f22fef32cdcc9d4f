import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rotateLog } from "./rotate-log.ts";

const folder = mkdtempSync(join(tmpdir(), "highstreet-logs-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a log that its program keeps open is rotated by size, with four older parts at most", () => {
  const file = join(folder, "rest.log");
  const log = openSync(file, "a");
  for (let round = 1; round <= 7; round++) {
    writeSync(log, `round ${round}\n`);
    rotateLog(file, 100);
    writeSync(log, "x".repeat(100));
    rotateLog(file, 100);
  }
  writeSync(log, "last\n");
  closeSync(log);
  expect(readFileSync(file, "utf8")).toBe("last\n");
  expect(readdirSync(folder).sort()).toEqual(["rest.log", ...[1, 2, 3, 4].map((part) => `rest.log.${part}`)]);
  for (const part of [1, 2, 3, 4]) expect(readFileSync(`${file}.${part}`, "utf8")).toContain(`round ${8 - part}\n`);
});

test("a log that does not exist, or is small, stays as it is", () => {
  rotateLog(join(folder, "none.log"), 100);
  expect(readdirSync(folder)).not.toContain("none.log");
});
