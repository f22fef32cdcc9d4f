import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeDataDir } from "../packages/db/src/cluster.ts";
import { ROOT } from "./settings.ts";

const root = mkdtempSync(join(tmpdir(), "highstreet-start-"));
const folder = join(root, "Läden 店");
const [rest, console, ...metrics] = [23_330, 23_331, 23_332, 23_333, 23_334].map(String);
const env = {
  ...{ PATH: process.env.PATH, HOME: root, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  ...{ HIGHSTREET_REST_PORT: rest, HIGHSTREET_CONSOLE_PORT: console, HIGHSTREET_REST_METRICS_PORT: metrics[0] },
  ...{ HIGHSTREET_WORKER_METRICS_PORT: metrics[1], HIGHSTREET_CONSOLE_METRICS_PORT: metrics[2] },
};

/** A copy of the sources as after `npm start` has installed, with links to the packages. */
beforeAll(() => {
  chmodSync(root, 0o755);
  const isSource = (path: string) => !/\/(node_modules|\.next|\.turbo)$/.test(path);
  for (const name of ["apps", "packages", "prisma", "scripts", "package.json", "package-lock.json", ".npmrc"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isSource });
  const modules = join(folder, "node_modules");
  const link = (target: string, path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  const [, without = ""] =
    /NOT_FOR_START = "(.+)"/.exec(readFileSync(join(ROOT, "scripts/bootstrap.mjs"), "utf8")) ?? [];
  const left = ["@highstreet", "next", ".cache", ...without.split(" ")];
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (!left.includes(name)) link(join(ROOT, "node_modules", name), join(modules, name));
  const own = join(ROOT, "node_modules/@highstreet");
  for (const name of readdirSync(own)) link(readlinkSync(join(own, name)), join(modules, "@highstreet", name));
  for (const name of ["apps", "packages"].flatMap((part) =>
    readdirSync(join(ROOT, part)).map((one) => join(part, one)),
  ))
    if (existsSync(join(ROOT, name, "node_modules")))
      link(join(ROOT, name, "node_modules"), join(folder, name, "node_modules"));
  // A build takes a minute. This one does not end. As Next does, it needs TypeScript, and installs it outside of CI.
  mkdirSync(join(modules, "next/dist/bin"), { recursive: true });
  const build = `import("node:fs").then(({ existsSync }) => {
    if (!existsSync("../../node_modules/typescript") || !process.env.CI) process.exit(1);
  });
  setInterval(() => undefined, 1000);`;
  writeFileSync(join(modules, "next/dist/bin/next"), build);
  const digest = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  rmSync(join(modules, ".packages-for-start"), { force: true });
  writeFileSync(join(modules, ".packages-for-start"), digest);
  utimesSync(join(folder, "packages/db/src/generated/client.ts"), new Date(), new Date());
});
afterAll(() => {
  removeDataDir(join(folder, ".data"));
  rmSync(root, { recursive: true });
});

/** Runs `work` while `npm start` runs. @returns its output */
async function whileRunning(work: () => Promise<void>): Promise<string> {
  const start = spawn("npm", ["start"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [start.stdout, start.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const ended = new Promise((resolve) => start.once("close", resolve));
  try {
    await Promise.race([ended, expect.poll(() => output, { timeout: 150_000 }).toContain("✓ rest running")]);
    expect(output).toContain("✓ rest running");
    await work();
  } finally {
    start.kill("SIGTERM");
    await ended;
  }
  return output;
}

test("npm start makes the demo shop once and serves it from a folder with spaces and letters", async () => {
  const looksAtShop = async () => {
    const demo = JSON.parse(readFileSync(join(folder, ".data/demo.json"), "utf8"));
    const items = `http://localhost:${rest}/v1/retailers/${demo.retailerId}/stores/${demo.storeIds[0]}/inventory/items`;
    const answer = await fetch(items, { headers: { authorization: `Bearer ${demo.apiKey}` } });
    expect([answer.status, ((await answer.json()) as { data: unknown[] }).data.length > 0]).toEqual([200, true]);
  };
  const first = await whileRunning(async () => {
    await looksAtShop();
    const doctor = spawnSync("npm", ["run", "-s", "doctor", "--", "--json"], { cwd: folder, env, encoding: "utf8" });
    const lines: { check: string; outcome: string }[] = JSON.parse(doctor.stdout);
    expect(lines.filter(({ outcome }) => outcome === "problem")).toEqual([]);
    const checks = ["Settings", "Database", "Durability", "Timeouts", "Clock", "Migrations", "Keys", "Providers"];
    expect(lines.filter(({ outcome }) => outcome === "ok").map(({ check }) => check)).toEqual(
      expect.arrayContaining(checks),
    );
  });
  const second = await whileRunning(looksAtShop);
  expect([first, second].map((output) => output.includes("✓ demo shop present"))).toEqual([true, false]);
  expect(first + second).not.toContain("npm notice");
  // As after the restore of a backup into a new folder.
  rmSync(join(folder, ".data/demo.json"));
  const third = await whileRunning(async () => undefined);
  expect([first, third].map((output) => output.includes("the key is in"))).toEqual([true, false]);
});
