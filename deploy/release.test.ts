import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** A machine with a clone, and with replacements of systemd and curl that write down what the script asks for. */
let base: string;
let repository: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "highstreet-release-"));
  repository = join(base, "repository");
  mkdirSync(join(base, "bin"));
  program(
    "bin/systemctl",
    `echo "$*" >> ${base}/asked
    [ ! -e ${base}/interrupt ] || [ "$*" != "restart highstreet-rest" ] || { rm ${base}/interrupt; kill -TERM $PPID; }
    [ "$1" != is-enabled ] || [ "$3" != highstreet-sftp ]`,
  );
  program("bin/systemd-run", `for program; do case $program in */highstreet) exec "$program" migrate ;; esac; done`);
  program(
    "bin/curl",
    `for url; do :; done; echo "$url" > ${base}/url; [ ! -e ${base}/current/never-ready ] || exit 22`,
  );
  program("bin/sleep", "");
  git("init", "--quiet", "--initial-branch=main", repository);
  mkdirSync(join(repository, "deploy"));
  const script = readFileSync(join(import.meta.dirname, "release.sh"), "utf8").replace("/etc/highstreet", base);
  writeFileSync(join(repository, "deploy/release.sh"), script, { mode: 0o755 });
  writeFileSync(join(base, "highstreet.env"), "");
  program("repository/deploy/highstreet", `echo "$0 $1" >> ${base}/asked; [ ! -e "$(dirname "$0")/../no-migration" ]`);
  program("repository/deploy/build.sh", `mkdir "$1" && cp -r "$(dirname "$0")/../." "$1" && [ ! -e "$1/no-build" ]`);
});
afterEach(() => rmSync(base, { recursive: true }));

function program(path: string, text: string): void {
  writeFileSync(join(base, path), `#!/bin/sh\n${text}\n`);
  chmodSync(join(base, path), 0o755);
}

function git(...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@shop.example", ...args], {
    cwd: existsSync(repository) ? repository : base,
    encoding: "utf8",
  }).trim();
}

/** @returns the new commit, with this file in it */
function commit(file: string): string {
  git("rm", "--quiet", "--force", "--ignore-unmatch", "no-build", "no-migration", "never-ready");
  writeFileSync(join(repository, file), "");
  git("add", ".");
  git("commit", "--quiet", "--message", file);
  return git("rev-parse", "HEAD");
}

function release(...args: string[]) {
  rmSync(join(base, "asked"), { force: true });
  const env = { PATH: `${base}/bin:${process.env.PATH}` };
  const { status, stderr } = spawnSync(join(repository, "deploy/release.sh"), args, { encoding: "utf8", env });
  return { status, stderr: stderr.trim() };
}

const current = () => readlinkSync(join(base, "current")).replace("releases/", "");
const previous = () => readlinkSync(join(base, "previous")).replace("releases/", "");
const restarts = () => asked().filter((line) => line.startsWith("restart"));
const allRestarts = ["worker", "rest", "console"].map((role) => `restart highstreet-${role}`);
const asked = () => readFileSync(join(base, "asked"), "utf8").trim().split("\n");
const good = { status: 0, stderr: "" };

test("a release is built beside the running one, migrated, switched to, and its roles restart one after the other", () => {
  const [first, second] = [commit("a"), commit("b")];
  expect(release(first)).toEqual(good);
  const before = readdirSync(join(base, "releases", first));
  expect(release("main")).toEqual(good);
  expect(current()).toBe(second);
  expect(asked()).toEqual([
    `${base}/releases/${second}/deploy/highstreet migrate`,
    ...["worker", "rest", "console"].flatMap((role) => [
      `is-enabled --quiet highstreet-${role}`,
      `restart highstreet-${role}`,
    ]),
    "is-enabled --quiet highstreet-sftp",
  ]);
  expect(readdirSync(join(base, "releases", first))).toEqual(before);
  expect(readdirSync(base).filter((name) => name.startsWith("building"))).toEqual([]);
});

test("rollback switches back without a build or a migration, and a second one switches forward again", () => {
  const [first, second] = [commit("a"), commit("b")];
  release(first);
  expect(release("rollback")).toEqual({ status: 1, stderr: "There is no release before this one." });
  release(second);
  expect([release("rollback"), current()]).toEqual([good, first]);
  expect(asked().filter((line) => line.includes("migrate"))).toEqual([]);
  expect([release("rollback"), current()]).toEqual([good, second]);
});

test("the last three releases stay", () => {
  const all = ["a", "b", "c", "d"].map(commit);
  for (const one of all) expect(release(one)).toEqual(good);
  expect(readdirSync(join(base, "releases")).toSorted()).toEqual(all.slice(1).toSorted());
});

test("a failed build or migration, and an unknown name, change nothing", () => {
  const first = commit("a");
  release(first);
  for (const [name, error] of [
    [commit("no-build"), "The build failed. Nothing has changed."],
    [commit("no-migration"), "The migrations failed. The release before still runs."],
    ["v9", "v9 is not in this clone: git fetch --tags."],
  ] as const) {
    expect(release(name)).toEqual({ status: 1, stderr: error });
    expect(current()).toBe(first);
    expect(existsSync(join(base, "asked")) ? restarts() : []).toEqual([]);
  }
});

test("if a role of the release does not get ready, the release before runs again", () => {
  const [first, second, third] = [commit("a"), commit("b"), commit("never-ready")];
  release(first);
  release(second);
  expect(release(third)).toEqual({
    status: 1,
    stderr: `highstreet-worker did not get ready: journalctl -u highstreet-worker says why. ${second} runs again.`,
  });
  expect([current(), previous(), asked().at(-2)]).toEqual([second, first, "restart highstreet-console"]);
});

test("the same release again restarts the roles, also after a kill during the switch", () => {
  const [first, second, third] = [commit("a"), commit("b"), commit("c")];
  for (const one of [first, second, third, second]) release(one);
  expect([release(second), restarts(), current(), previous()]).toEqual([good, allRestarts, second, third]);
  rmSync(join(base, "current"));
  symlinkSync(`releases/${first}`, join(base, "current"));
  expect([release(first), restarts(), release("rollback"), current()]).toEqual([good, allRestarts, good, third]);
});

test("a failed first release can be repeated", () => {
  const first = commit("never-ready");
  const failed = { status: 1, stderr: expect.stringContaining("did not get ready") };
  expect([release(first), existsSync(join(base, "current"))]).toEqual([failed, false]);
  rmSync(join(base, "releases", first, "never-ready"));
  expect([release(first), current()]).toEqual([good, first]);
});

test("a signal during the restarts switches back", () => {
  const [first, second] = [commit("a"), commit("b")];
  release(first);
  writeFileSync(join(base, "interrupt"), "");
  expect(release(second)).toEqual({ status: 1, stderr: `The release was interrupted. ${first} runs again.` });
  expect([current(), restarts()]).toEqual([first, [...allRestarts.slice(0, 2), ...allRestarts]]);
});

test.each([
  ["", "127.0.0.1"],
  ["0.0.0.0", "127.0.0.1"],
  ["'::'", "127.0.0.1"],
  ["10.0.0.5", "10.0.0.5"],
  ["fd00::5", "[fd00::5]"],
])("with HIGHSTREET_METRICS_HOST=%s the readiness is asked at %s", (setting, host) => {
  writeFileSync(join(base, "highstreet.env"), `HIGHSTREET_METRICS_HOST=${setting}\n`);
  expect(release(commit("a"))).toEqual(good);
  expect(readFileSync(join(base, "url"), "utf8").trim()).toBe(`http://${host}:9466/readyz`);
});
