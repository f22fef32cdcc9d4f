import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { removeDataDir } from "./cluster.ts";
import { startEmbedded } from "./embedded.ts";
import { StartError } from "./start-error.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "highstreet-embedded-"));
  chmodSync(home, 0o755);
});
afterEach(() => {
  chmodSync(home, 0o755);
  rmSync(home, { recursive: true, force: true });
});

/** The one-line error of a start in `dataDir`. */
async function lineOf(dataDir: string): Promise<string> {
  const started = await startEmbedded({ dataDir }).catch((error: unknown) => error);
  if (!(started instanceof StartError)) throw new Error("it should have failed with a StartError", { cause: started });
  expect(started.message).not.toContain("\n");
  return started.message;
}

/** A process that starts the database in `dataDir` and prints its address. It is killed at the end of the test. */
async function launcher(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, "embedded.ts"))});
    try {
      process.send({ url: (await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })).url });
    } catch (error) {
      process.send({ line: error.message });
      process.disconnect();
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url, line }] = await once(child, "message");
  if (line) throw new Error(line);
  return { process: child, url };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

test("data survives a stop, and a killed launcher does not prevent the next start", async () => {
  const first = await startEmbedded({ dataDir: home });
  await query(first.url, "CREATE TABLE kept AS SELECT 1 AS n");
  await first.stop();

  const killed = await launcher(home);
  expect(await query(killed.url, "SELECT n FROM kept")).toEqual([1]);
  killed.process.kill("SIGKILL");
  await once(killed.process, "exit");

  const next = await startEmbedded({ dataDir: home });
  expect(await query(next.url, "SELECT n FROM kept")).toEqual([1]);
  expect(await query(next.url, "SHOW server_encoding")).toEqual(["UTF8"]);
  await next.stop();
});

test("a start leaves data alone that another process uses", async () => {
  const { process: other, url } = await launcher(home);
  expect(await lineOf(home)).toBe(`${home}/postgres is in use by process ${other.pid}: end that one first.`);
  expect(await query(url, "SELECT 1")).toEqual([1]);
  other.kill("SIGKILL");
  await once(other, "exit");
  await (await startEmbedded({ dataDir: home })).stop();
});

test("a start takes another port if a program takes the port that was free", async () => {
  const held: Server[] = [];
  vi.spyOn(Server.prototype, "close").mockImplementationOnce(function (this: Server, done) {
    held.push(this);
    done?.();
    return this;
  });
  const { url, stop } = await startEmbedded({ dataDir: home });
  expect(held.map((server) => (server.address() as AddressInfo).port)).not.toEqual([Number(new URL(url).port)]);
  expect([held.length, await query(url, "SELECT 1")]).toEqual([1, [1]]);
  for (const server of held) server.close();
  await stop();
});

describe("one line has the problem and the remedy", () => {
  test("an incomplete data folder", async () => {
    mkdirSync(join(home, "postgres"));
    writeFileSync(join(home, "postgres/PG_VERSION"), "18\n");
    expect(await lineOf(home)).toMatch(/postgres is not a whole PostgreSQL data folder: remove it/);
  });

  test("a data folder of another PostgreSQL", async () => {
    await (await startEmbedded({ dataDir: home })).stop();
    writeFileSync(join(home, "postgres/PG_VERSION"), "17\n");
    expect(await lineOf(home)).toMatch(/was made by PostgreSQL 17, this is 18: move it away/);
  });

  test("a data folder that PostgreSQL itself refuses", async () => {
    await (await startEmbedded({ dataDir: home })).stop();
    writeFileSync(join(home, "postgres/postgresql.conf"), "nonsense = 1\n");
    expect(await lineOf(home)).toMatch(/did not start in .*: .*FATAL.* \(all of it: .*postgres\.log\)/);
  });

  test("a file where the data folder should be", async () => {
    writeFileSync(join(home, "file"), "");
    expect(await lineOf(join(home, "file"))).toMatch(/file is not a folder: remove that file/);
  });

  test("data behind a link that no longer exists", async () => {
    symlinkSync(join(home, "gone"), join(home, "postgres"));
    expect(await lineOf(home)).toContain(
      `${home}/postgres links to is missing: restore it, or remove ${home}/postgres`,
    );
  });

  test.runIf(process.getuid?.() !== 0)("a folder without the right to write", async () => {
    chmodSync(home, 0o500);
    expect(await lineOf(join(home, "data"))).toMatch(/^No right to write .*: give it to this user/);
  });
});

describe.runIf(process.getuid?.() === 0)("as root in a folder closed to others", () => {
  test("a database works, survives restarts, is named in one line, and is removed with its folder", async () => {
    chmodSync(home, 0o700);
    const dataDir = join(home, "data");
    const first = await startEmbedded({ dataDir });
    await query(first.url, "CREATE TABLE kept AS SELECT 1 AS n");
    await first.stop();

    const lines: string[] = [];
    const next = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
    expect(await query(next.url, "SELECT n FROM kept")).toEqual([1]);
    const [folder] = await query(next.url, "SHOW data_directory");
    expect(lines).toEqual([
      `data in ${folder}, as PostgreSQL does not run as root and its user cannot enter ${dataDir}`,
    ]);
    await next.stop();

    removeDataDir(dataDir);
    expect([existsSync(dataDir), existsSync(String(folder))]).toEqual([false, false]);
    const fresh = await startEmbedded({ dataDir });
    expect(await query(fresh.url, "SELECT to_regclass('kept')")).toEqual([null]);
    await fresh.stop();
    removeDataDir(dataDir);
  });

  test("data made before the folder was closed is kept", async () => {
    const dataDir = join(home, "data");
    const first = await startEmbedded({ dataDir });
    await query(first.url, "CREATE TABLE kept AS SELECT 1 AS n");
    await first.stop();
    chmodSync(home, 0o700);
    const next = await startEmbedded({ dataDir });
    expect(await query(next.url, "SELECT n FROM kept")).toEqual([1]);
    await next.stop();
    removeDataDir(dataDir);
  });
});

describe.runIf(canHideUsers())("where the system knows no user's name", () => {
  test.each([0, 54_321])("user number %i makes a database and finds it again", (uid) => {
    if (uid) chownSync(home, uid, uid);
    for (const expected of ["true", "false"]) {
      const code = `
        const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, "embedded.ts"))});
        let made = false;
        const server = await startEmbedded({ dataDir: ${JSON.stringify(join(home, "data"))}, log: () => (made = true) });
        console.log(made);
        await server.stop();`;
      const script = `mount --bind /dev/null /etc/passwd && mount --bind /dev/null /etc/group && exec setpriv --reuid=${uid} --regid=${uid} --clear-groups "$@"`;
      const node = [process.execPath, "--input-type=module", "-e", code];
      const { stdout, stderr } = spawnSync("unshare", ["-m", "sh", "-c", script, "sh", ...node], { encoding: "utf8" });
      expect([stdout.trim(), stderr]).toEqual([expected, ""]);
    }
  });
});

/** Whether this test can create an empty list of users, and another user can read this folder. */
function canHideUsers(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== "linux") return false;
  const reads = 'setpriv --reuid=54321 --regid=54321 --clear-groups test -x "$0"';
  return (
    spawnSync("unshare", ["-m", "sh", "-c", `mount --bind /dev/null /etc/passwd && ${reads}`, process.execPath])
      .status === 0
  );
}

describe("a stale postmaster.pid does not prevent a start", () => {
  /** Leaves the data as a killed PostgreSQL does, with another first line of the file. */
  async function killedWith(pid: string): Promise<void> {
    const server = await startEmbedded({ dataDir: home });
    await query(server.url, "CREATE TABLE kept AS SELECT 1 AS n");
    const file = readFileSync(join(home, "postgres/postmaster.pid"), "utf8");
    await server.stop();
    writeFileSync(join(home, "postgres/postmaster.pid"), file.replace(/^.*/, pid), { mode: 0o600 });
  }

  async function startsAgain(): Promise<void> {
    const server = await startEmbedded({ dataDir: home });
    expect(await query(server.url, "SELECT n FROM kept")).toEqual([1]);
    await server.stop();
  }

  test("of a process that has ended", async () => {
    const gone = spawn(process.execPath, ["-e", ""]);
    await once(gone, "exit");
    await killedWith(String(gone.pid));
    await startsAgain();
  });

  test("with the number of another program of the same account", async () => {
    await killedWith("1");
    const { uid, gid } = statSync(join(home, "postgres"));
    const other = spawn("sleep", ["600"], { uid, gid, cwd: "/" });
    await once(other, "spawn");
    writeFileSync(join(home, "postgres/postmaster.pid"), `${other.pid}\n${home}/postgres\n0\n1\n`);
    await startsAgain();
    expect(other.exitCode).toBeNull();
    other.kill("SIGKILL");
    await once(other, "exit");
  });

  test.runIf(process.platform === "linux")("of a zombie of the same account", async () => {
    await killedWith("1");
    const { uid, gid } = statSync(join(home, "postgres"));
    // The shell becomes a program that never waits for its child. Then the child ends.
    const parent = spawn("sh", ["-c", "(read line <&3) & echo $!; exec sleep 600"], {
      ...{ uid, gid, cwd: "/" },
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    const [, output, , input] = parent.stdio;
    const [firstOutput] = await once(output as Readable, "data");
    const zombie = Number(String(firstOutput));
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/cmdline`, "utf8")).toBe("sleep\x00600\x00");
    (input as Writable).end("\n");
    await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, "utf8")).toMatch(/\) Z /);
    writeFileSync(join(home, "postgres/postmaster.pid"), `${zombie}\n${home}/postgres\n0\n1\n`);
    await startsAgain();
    parent.kill("SIGKILL");
    await once(parent, "exit");
  });

  test("that is empty", async () => {
    await killedWith("1");
    writeFileSync(join(home, "postgres/postmaster.pid"), "");
    await startsAgain();
  });
});

test("of concurrent first starts in one folder, one works and the others fail with one line", async () => {
  const dataDir = join(home, "data");
  const starts = await Promise.allSettled([launcher(dataDir), launcher(dataDir), launcher(dataDir)]);
  const [winner, ...others] = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  expect(others).toEqual([]);
  expect(await query(winner?.url ?? "", "SELECT 1")).toEqual([1]);
  for (const start of starts) {
    if (start.status === "rejected") {
      expect(start.reason.message).toBe(
        `${dataDir}/postgres is in use by process ${winner?.process.pid}: end that one first.`,
      );
    }
  }
  winner?.process.kill("SIGKILL");
  await once(winner?.process ?? process, "exit");
  await (await startEmbedded({ dataDir })).stop();
});

test("an interrupted first start does not prevent the next start", async () => {
  const cluster = join(home, "postgres");
  await (await startEmbedded({ dataDir: home })).stop();
  cpSync(cluster, `${cluster}.making`, { recursive: true });
  rmSync(cluster, { recursive: true });
  await (await startEmbedded({ dataDir: home })).stop();
});
