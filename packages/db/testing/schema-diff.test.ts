import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Runs in a child process, because Prisma's engine keeps its process open. */
async function diff(): Promise<string> {
  const code =
    "const { schemaDiff } = await import(process.argv[1]); console.log(await schemaDiff(process.argv[2])); process.exit()";
  const file = join(import.meta.dirname, "schema-diff.ts");
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", code, file, database.url]);
  return stdout.trim();
}

test("the Prisma schema and the migrations agree, and the test detects a difference", async () => {
  expect(await diff()).toBe("");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("ALTER TABLE store DROP COLUMN phone");
  await client.end();
  expect(await diff()).toContain('ADD COLUMN     "phone" TEXT');
});
