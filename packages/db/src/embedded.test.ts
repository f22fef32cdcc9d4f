import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
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

/** The one line a start in `dataDir` fails with. */
async function lineOf(dataDir: string): Promise<string> {
  const started = await startEmbedded({ dataDir }).catch((error: unknown) => error);
  if (!(started instanceof StartError)) throw new Error("it should have failed with a StartError", { cause: started });
  expect(started.message).not.toContain("\n");
  return started.message;
}

/** A process that starts the database in `dataDir` and says its address; killed at the end of the test. */
async function launcher(dataDir: string): Promise<{ process: ChildProcess; url: string }> {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, "embedded.ts"))});
    process.send((await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })).url);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [url] = await once(child, "message");
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

test("data outlives a stop, and a launcher killed without warning does not stand in the way of the next start", async () => {
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

test("data that another living process uses is left to it", async () => {
  const { process: other, url } = await launcher(home);
  expect(await lineOf(home)).toBe(`${home}/postgres is in use by process ${other.pid}: end that one first.`);
  expect(await query(url, "SELECT 1")).toEqual([1]);
  other.kill("SIGKILL");
  await once(other, "exit");
  await (await startEmbedded({ dataDir: home })).stop();
});

describe("one line says what is wrong and how to mend it", () => {
  test("a folder that is not a whole data folder", async () => {
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

  test.runIf(process.getuid?.() === 0)("a folder that root's PostgreSQL cannot enter", async () => {
    chmodSync(home, 0o700);
    expect(await lineOf(join(home, "data"))).toContain(`cannot enter ${home}: chmod o+x ${home}`);
  });

  test.runIf(process.getuid?.() !== 0)("a folder without the right to write", async () => {
    chmodSync(home, 0o500);
    expect(await lineOf(join(home, "data"))).toMatch(/^No right to write .*: give it to this user/);
  });
});

test("a start cut off while it made its data folder leaves nothing that stands in the way", async () => {
  const cluster = join(home, "postgres");
  await (await startEmbedded({ dataDir: home })).stop();
  cpSync(cluster, `${cluster}.making`, { recursive: true });
  rmSync(cluster, { recursive: true });
  await (await startEmbedded({ dataDir: home })).stop();
});
