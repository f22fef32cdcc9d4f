import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { checkDatabase } from "./check-database.ts";
import { unknownMigrations } from "./pending-migrations.ts";
import { StartError } from "./start-error.ts";

const FILE = fileURLToPath(import.meta.url);

/**
 * Applies the missing migrations to the database at `url`. Runs in a child process, because Prisma's engine would keep this one
 * open for ten seconds.
 * @returns the names of the applied migrations
 * @throws StartError with one line if the database is unreachable or refuses
 */
export async function applyMigrations(url: string): Promise<string[]> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", FILE], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const out = text(child.stdout);
  const err = text(child.stderr);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code !== 0) throw new StartError((await err).trim() || "The migrations ended without a reason.");
  return (await out).split("\n").filter((line) => line !== "");
}

/** @throws StartError if the database has migrations of another version: adding to them could mix two schemas */
async function checkVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const query = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    const [unknown] = await unknownMigrations({ query });
    if (unknown === undefined) return;
    throw new StartError(
      `The database has the migration ${unknown}, which this version of Highstreet lacks. Use an empty database: remove the folder .data, or change DATABASE_URL.`,
    );
  } finally {
    await client.end();
  }
}

async function applyHere(url: string): Promise<string[]> {
  await checkDatabase(url);
  await checkVersion(url);
  // Loaded here only, because callers of applyMigrations do not need the engine.
  const { migrations, schemaEngine } = await import("./schema-engine.ts");
  const engine = await schemaEngine(url);
  try {
    const filters = { externalTables: [], externalEnums: [] };
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrations(), filters });
    return appliedMigrationNames;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The migrations could not be applied: ${reason.replace(/\s+/g, " ").trim()}`, {
      cause: error,
    });
  }
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(stream)).toString("utf8");
}

if (process.argv[1] === FILE) {
  const url = process.env.DATABASE_URL;
  try {
    if (!url) throw new StartError("DATABASE_URL is not set: it names the database to migrate.");
    for (const name of await applyHere(url)) console.log(name);
    process.exit(0);
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
