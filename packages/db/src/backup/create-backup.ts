import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyOut } from "pg-copy-streams";
import { appliedMigrations } from "../schema-version.ts";
import { StartError } from "../start-error.ts";
import { beginSnapshot, readServer, readTables, target } from "./backup.sql.ts";
import { type Backup, copyLine, FORMAT, HEADER, type Header, SUMS, type Sums, sha256, type Table } from "./format.ts";
import { type Progress, reportProgress } from "./progress.ts";

export interface CreateBackup {
  url: string;
  /** A file of this name must not exist. */
  file: string;
  version: string;
  progress?: Progress;
  /** Checks everything and writes nothing. */
  isDryRun?: boolean;
}

type Found = Table & { needs: string[] };

/**
 * Writes all tables of Highstreet to a compressed file, from one snapshot. Without pg-boss, because its schema holds only the runs of
 * repeated jobs, which each start of a worker queues again.
 * @returns the header, the sums and the size of the tables in bytes
 * @throws StartError with one line
 */
export async function createBackup(options: CreateBackup): Promise<Backup & { bytes: number }> {
  const { url, file, version, isDryRun } = options;
  await checkFree(file);
  const client = new pg.Client({ connectionString: url, application_name: "highstreet backup" });
  // A lost connection also rejects the running statement.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(beginSnapshot);
    const query = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];
    const [server] = await query<{ now: Date; version: string; bytes: number }>(readServer);
    const migrations = await appliedMigrations({ query });
    if (!server || !migrations.length)
      throw new StartError("The database has no tables of Highstreet: correct DATABASE_URL.");
    const tables = inOrder(await query<Found>(readTables));
    const createdAt = server.now.toISOString();
    const header: Header = { format: FORMAT, version, createdAt, postgres: server.version, migrations, tables };
    const sums: Sums = { header: "", tables: {} };
    if (!isDryRun) await write(client, header, sums, options);
    return { header, sums, bytes: server.bytes };
  } finally {
    await client.end();
  }
}

async function checkFree(file: string): Promise<void> {
  const isTaken = await access(file).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new StartError(`${file} exists: --file must be the name of a new file.`);
}

/** Orders tables so that each comes after the tables that it needs. @throws Error for a cycle of foreign keys */
function inOrder(tables: Found[]): Table[] {
  const ordered: Table[] = [];
  const done = new Set<string>();
  for (let left = tables; left.length; ) {
    const ready = left.filter(({ needs }) => needs.every((name) => done.has(name)));
    if (!ready.length) throw new Error(`foreign keys form a cycle: ${left.map(({ name }) => name).join(", ")}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      done.add(name);
    }
    left = left.filter(({ name }) => !done.has(name));
  }
  return ordered;
}

async function write(client: pg.Client, header: Header, sums: Sums, { file, progress }: CreateBackup): Promise<void> {
  const part = `${file}.part`;
  try {
    // The file holds personal data, so only its owner can read it.
    const output = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(() => script(client, header, sums, progress), createGzip(), output);
    await rename(part, file);
  } catch (error) {
    throw await whyNotWritten(part, error);
  }
}

async function whyNotWritten(part: string, error: unknown): Promise<unknown> {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST") return new StartError(`${part} exists: remove it, or end the other backup.`);
  await rm(part, { force: true });
  return /^E[A-Z]+$/.test(code) ? new StartError(`${part} cannot be written (${code}).`) : error;
}

/** Adds the sums of each table to `sums`. */
async function* script(
  client: pg.Client,
  header: Header,
  sums: Sums,
  progress?: Progress,
): AsyncGenerator<Buffer | string> {
  const first = `${HEADER}${JSON.stringify(header)}`;
  sums.header = sha256(first);
  yield `${first}\n`;
  const report = reportProgress(header, progress);
  for (const table of header.tables) {
    yield `${copyLine(table)}\n`;
    const hash = createHash("sha256");
    const rows = client.query(copyOut(`COPY ${target(table)} TO STDOUT`));
    for await (const piece of rows as AsyncIterable<Buffer>) {
      hash.update(piece);
      report(table, piece.length);
      yield piece;
    }
    yield "\\.\n";
    sums.tables[table.name] = { rows: rows.rowCount, sha256: hash.digest("hex") };
  }
  yield `${SUMS}${JSON.stringify(sums)}\n`;
}
