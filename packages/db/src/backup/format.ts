import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { StartError } from "../start-error.ts";
import { target } from "./backup.sql.ts";
import { BackupText } from "./backup-text.ts";

/**
 * A backup is a script for psql, compressed with gzip. The first line is a comment with the header. Each table follows as COPY in
 * the text format. The last line is a comment with the sums.
 */
export const HEADER = "-- Highstreet backup ";
export const SUMS = "-- Highstreet sums ";
export const FORMAT = 1;

export interface Table {
  name: string;
  columns: string[];
}

export interface Header {
  format: number;
  version: string;
  /** The time of the snapshot by the database's clock, ISO 8601. */
  createdAt: string;
  postgres: string;
  /** The applied migrations, in their order. */
  migrations: string[];
  /** The tables in an order that foreign keys accept. */
  tables: Table[];
}

/** The last line of a backup: the SHA-256 of the header, and the rows of each table with the SHA-256 of their bytes. */
export interface Sums {
  header: string;
  tables: Record<string, { rows: number; sha256: string }>;
}

/** A backup without its rows. */
export interface Backup {
  header: Header;
  sums: Sums;
}

export const copyLine = (table: Table): string => `COPY ${target(table)} FROM stdin;`;
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export interface BackupTaker {
  /** Called before the rows. */
  header?(header: Header): Promise<void>;
  /** Takes the rows of a table. @returns the number of rows */
  rows(table: Table, rows: AsyncIterable<Buffer>): Promise<number>;
}

/**
 * Reads a backup from its first byte to its last, and compares the sums.
 * @throws StartError with one line for a file that is missing, no backup, cut off or changed; errors of the taker
 */
export async function readBackup(file: string, taker: BackupTaker): Promise<Backup> {
  // The pipeline can report the end of the file before the error that caused the end.
  let first: unknown;
  const read = (source: AsyncIterable<Buffer>): Promise<Backup> =>
    readText(file, source, taker).catch((error: unknown) => {
      first = error;
      throw error;
    });
  try {
    return await pipeline(createReadStream(file), createGunzip(), read);
  } catch (error) {
    throw explained(file, first ?? error);
  }
}

async function readText(file: string, source: AsyncIterable<Buffer>, taker: BackupTaker): Promise<Backup> {
  const text = new BackupText(source, () => damaged(file, "it ends too early"));
  const line = await text.line().catch((error: unknown) => {
    // The file is missing, or is not readable.
    if (error instanceof Error && "code" in error && /^E[A-Z]+$/.test(String(error.code))) throw error;
    return "";
  });
  const header = parsed<Header>(line, HEADER);
  if (!header) throw noBackup(file);
  if (header.format !== FORMAT) {
    throw new StartError(`${file} has a format of a newer version: restore it with Highstreet ${header.version}.`);
  }
  await taker.header?.(header);
  const found: Sums["tables"] = {};
  for (const table of header.tables) {
    if ((await text.line()) !== copyLine(table)) throw damaged(file, `the table ${table.name} is missing`);
    const hash = createHash("sha256");
    const rows = await taker.rows(table, hashed(text.rows(), hash));
    found[table.name] = { rows, sha256: hash.digest("hex") };
  }
  const sums = parsed<Sums>(await text.line(), SUMS);
  if (!sums) throw damaged(file, "it ends too early");
  if (sums.header !== sha256(line)) throw damaged(file, "its header is wrong");
  for (const [name, { rows, sha256 }] of Object.entries(found)) {
    const said = sums.tables[name];
    if (said?.rows !== rows || said.sha256 !== sha256) throw damaged(file, `the checksum of ${name} is wrong`);
  }
  return { header, sums };
}

async function* hashed(rows: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of rows) {
    hash.update(piece);
    yield piece;
  }
}

function parsed<T>(line: string, prefix: string): T | undefined {
  try {
    return line.startsWith(prefix) ? (JSON.parse(line.slice(prefix.length)) as T) : undefined;
  } catch {
    return undefined;
  }
}

const noBackup = (file: string): StartError => new StartError(`${file} is not a backup of Highstreet.`);

const damaged = (file: string, how: string): StartError =>
  new StartError(`${file} is damaged (${how}): copy it again, or use another backup.`);

/** An error of the file becomes one line. Errors of the database stay. */
function explained(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  if (code === "ENOENT") return new StartError(`${file} does not exist: --file must name a backup.`);
  if (["EACCES", "EISDIR", "EPERM"].includes(code)) return new StartError(`${file} cannot be read (${code}).`);
  if (code === "Z_BUF_ERROR") return damaged(file, "it ends too early");
  if (error.message === "incorrect header check") return noBackup(file);
  return code.startsWith("Z_") ? damaged(file, "its checksum is wrong") : error;
}
