/** `npm run migration <name>` writes a migration from the current migrations to the Prisma schema. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyMigrations } from "../packages/db/src/migrate.ts";
import { startScratch } from "../packages/db/src/scratch.ts";
import { schemaDiff } from "../packages/db/testing/schema-diff.ts";

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    "Give the migration a name of small letters, digits and underscores: npm run migration add_opening_hours",
  );
  process.exit(1);
}

const server = await startScratch();
try {
  await applyMigrations(server.url);
  const sql = await schemaDiff(server.url);
  if (sql === "") {
    console.log("The Prisma schema and the migrations agree: nothing to write");
  } else {
    const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const folder = join(import.meta.dirname, "../prisma/migrations", `${time}_${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "migration.sql"), sql);
    console.log(`${folder}/migration.sql: read it, and add by hand what Prisma cannot say`);
  }
} finally {
  await server.stop();
}
process.exit(0);
