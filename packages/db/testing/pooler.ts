import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { give, postgresAccount } from "../src/postgres-user.ts";
import { freePort } from "./free-ports.ts";

/** Debian has the program outside of a user's PATH. `PGBOUNCER` names another one. */
const program = [process.env.PGBOUNCER, "pgbouncer", "/usr/sbin/pgbouncer"].find(
  (path) => path && spawnSync(path, ["--version"]).status === 0,
);

/** The version of the installed PgBouncer; undefined, with a printed line, if there is none. */
export function poolerVersion(): string | undefined {
  if (program) return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.split("\n")[0];
  console.warn("PgBouncer is not installed (apt-get install pgbouncer): its tests are skipped.");
  return undefined;
}

/** Starts a PgBouncer in transaction mode before the database at `url`. @param sessions maximum number of sessions of the server */
export async function startPooler(url: string, sessions = 4): Promise<{ url: string; close: () => Promise<void> }> {
  if (!program) throw new Error("PgBouncer is not installed");
  const { hostname, port, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), "highstreet-pooler-"));
  const file = join(folder, "pgbouncer.ini");
  const own = await freePort();
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`,
  );
  // PgBouncer refuses to run as root.
  const account = postgresAccount(folder);
  for (const path of [folder, file]) give(path, account);
  const child = spawn(program, ["-q", file], { ...account, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  const through = new URL(url);
  through.host = `127.0.0.1:${own}`;
  const close = async (): Promise<void> => {
    // Immediate shutdown.
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true });
  };
  while (!(await answers(through.href))) {
    if (child.exitCode !== null) throw new Error("PgBouncer ended at its start");
    await delay(50);
  }
  return { url: through.href, close };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query("SELECT");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
