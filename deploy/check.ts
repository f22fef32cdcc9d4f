/**
 * `npm run deploy:check`: builds the files of the image without Docker, by deploy/build.sh. Then every role starts from these files, which
 * are read-only, on a new PostgreSQL. Root starts them as the user of the image. Takes some minutes.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePorts } from "@highstreet/db/testing/free-ports";
import { startScratch } from "../packages/db/src/scratch.ts";

const ROOT = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "highstreet-deploy-"));
chmodSync(folder, 0o755);
const scratch = await startScratch();
const running: ChildProcess[] = [];
try {
  const app = build();
  execFileSync("chmod", ["-R", "a-w", app]);
  const broken = execFileSync("find", [app, "-xtype", "l"]).toString();
  if (broken) throw new Error(`Links of the image lead nowhere:\n${broken}`);
  report(app);
  const dockerfile = readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8");
  const user = Number(/^USER (\d+)/m.exec(dockerfile)?.[1]);
  const ofImage =
    /^ENV (NODE_ENV=.*)$/m
      .exec(dockerfile)?.[1]
      ?.split(" ")
      .map((pair) => pair.split("=")) ?? [];
  const [rest, shop, sftp] = await freePorts(3);
  await checkRoles(app, user, {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ...Object.fromEntries(ofImage),
    TMPDIR: writable(user),
    DATABASE_URL: scratch.url,
    HIGHSTREET_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    HIGHSTREET_REST_PORT: `${rest}`,
    HIGHSTREET_CONSOLE_PORT: `${shop}`,
    HIGHSTREET_SFTP_PORT: `${sftp}`,
    HIGHSTREET_PUBLIC_URL: `http://localhost:${rest}`,
    HIGHSTREET_CONSOLE_URL: `http://localhost:${shop}`,
  });
  console.log("Every role runs from the files of the image.");
} finally {
  for (const child of running) child.kill("SIGKILL");
  await scratch.stop();
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true });
}

/** Runs deploy/build.sh in a copy of the repository. @returns the folder with the files of the image */
function build(): string {
  const [copy, app] = [join(folder, "repository"), join(folder, "app")];
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const file of files.toString().split("\0").filter(Boolean)) cpSync(join(ROOT, file), join(copy, file));
  // npm names the folder and the settings of the calling script in its own variables.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_") && name !== "INIT_CWD");
  execFileSync("sh", ["deploy/build.sh", app], { cwd: copy, env: Object.fromEntries(own), stdio: "inherit" });
  rmSync(copy, { recursive: true });
  return app;
}

async function checkRoles(app: string, user: number, env: Record<string, string>): Promise<void> {
  const as = process.getuid?.() === 0 ? { uid: user, gid: user } : {};
  const program = join(app, "deploy/highstreet");
  const settings = { cwd: "/", ...as };

  console.log("migrate, twice");
  for (let run = 1; run <= 2; run++) execFileSync(program, ["migrate"], { ...settings, env });
  console.log("admin");
  const made = execFileSync(program, ["admin", "partner", "create", "--name", "Check", "--json"], { ...settings, env });
  const { key } = JSON.parse(made.toString()) as { key: string };

  const [restMetrics, shopMetrics, workerMetrics, sftpMetrics] = await freePorts(4);
  const roles = [
    { role: "rest", port: env.HIGHSTREET_REST_PORT, metrics: restMetrics },
    { role: "console", port: env.HIGHSTREET_CONSOLE_PORT, metrics: shopMetrics },
    { role: "worker", port: workerMetrics, metrics: workerMetrics },
    { role: "sftp", port: sftpMetrics, metrics: sftpMetrics },
  ];
  const started = [];
  for (const { role, port, metrics } of roles) {
    const own = { ...env, HIGHSTREET_METRICS_PORT: `${metrics}` };
    const child = spawn(program, [role], { ...settings, env: own, stdio: ["ignore", "pipe", "pipe"] });
    running.push(child);
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => said.push(String(text)));
    await until(`http://127.0.0.1:${port}/readyz`, child, said);
    execFileSync(process.execPath, [join(app, "deploy/health.mjs")], { ...settings, env: own });
    console.log(`${role} is ready and healthy`);
    started.push({ role, child, said });
  }
  const rest = `http://127.0.0.1:${env.HIGHSTREET_REST_PORT}`;
  await answers(`${rest}/v1/retailers`, { authorization: `Bearer ${key}` });
  await answers(`http://127.0.0.1:${env.HIGHSTREET_CONSOLE_PORT}/sign-in`);
  await answers(`http://127.0.0.1:${restMetrics}/metrics`);

  for (const { role, child, said } of started) {
    child.kill("SIGTERM");
    const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
    if (code !== 0) throw new Error(`${role} ended with ${code} after SIGTERM:\n${said.join("")}`);
    const refused = said.join("").match(/.*(EROFS|EACCES|EPERM|read-only).*/);
    if (refused) throw new Error(`${role} wants to write: ${refused[0]}`);
    console.log(`${role} ends on SIGTERM with 0`);
  }
}

async function until(url: string, child: ChildProcess, said: string[]): Promise<void> {
  for (const end = Date.now() + 120_000; child.exitCode === null && Date.now() < end; await delay(100)) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
  }
  throw new Error(`${url} is not ready:\n${said.join("")}`);
}

async function answers(url: string, headers: Record<string, string> = {}): Promise<void> {
  const { status } = await fetch(url, { headers, redirect: "manual" });
  if (status !== 200) throw new Error(`${url} answered ${status}.`);
}

/** A folder that takes the place of /tmp in the container. */
function writable(user: number): string {
  const path = join(folder, "tmp");
  mkdirSync(path, { mode: 0o777 });
  if (process.getuid?.() === 0) execFileSync("chown", [`${user}`, path]);
  return path;
}

/** Prints the size of each part in MB. */
function report(app: string): void {
  const parts = [".", ...readdirSync(app), "apps/console/.next", "node_modules/next", "node_modules/@prisma"];
  const sizes = parts.map((part) => execFileSync("du", ["-sm", part], { cwd: app }).toString());
  console.log(`Sizes in MB:\n${sizes.join("").trimEnd()}`);
}
