import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { applyMigrations, emptyDatabase } from "../testing/index.ts";
import { knownMigrations, scriptOf } from "./schema-version.ts";
import { splitScript } from "./split-script.ts";

/** prisma/README.md explains the file. */
const previous = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../prisma/previous-release.json"), "utf8"),
) as { migration: string; allowed: Record<string, string> };

const readColumns = `
  SELECT c.relname AS table, c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AS "isRequired", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped`;

/** What a row must fulfil: unique indexes, with those of keys; checks; foreign keys. Each with its columns. */
const readRules = `
  SELECT replace(pg_get_indexdef(indexrelid), ' ' || indexrelid::regclass::text || ' ', ' ') AS definition, indrelid::regclass::text AS table,
    ARRAY(SELECT indrelid::regclass || '.' || attname FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey::int2[])) AS columns
  FROM pg_index WHERE indisunique AND (SELECT relnamespace FROM pg_class WHERE oid = indrelid) = 'public'::regnamespace
  UNION ALL
  SELECT pg_get_constraintdef(oid), conrelid::regclass::text,
    ARRAY(SELECT conrelid::regclass || '.' || attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey))
  FROM pg_constraint WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace`;

const readNames = `
  SELECT 'the function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ') ' || pg_get_function_result(oid) AS name
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
  UNION ALL
  SELECT 'the value ' || enumlabel || ' of ' || enumtypid::regtype FROM pg_enum`;

interface Schema {
  columns: { table: string; name: string; type: string; isRequired: boolean; hasDefault: boolean }[];
  rules: { table: string; definition: string; columns: string[] }[];
  names: { name: string }[];
}

/** What code of the schema `before` would miss in the schema `after`, or break there. */
function findings(before: Schema, after: Schema): string[] {
  const now = new Map(after.columns.map((column) => [column.name, column]));
  const then = new Map(before.columns.map((column) => [column.name, column]));
  const tables = new Set(before.columns.map(({ table }) => table));
  const tablesNow = new Set(after.columns.map(({ table }) => table));
  const ruleOf = ({ table, definition }: Schema["rules"][number]) => `${table}: ${definition}`;
  const rulesBefore = new Set(before.rules.map(ruleOf));
  const rulesAfter = new Set(after.rules.map(ruleOf));
  const names = new Set(after.names.map(({ name }) => name));
  return [
    ...[...tables].filter((table) => !tablesNow.has(table)).map((table) => `the table ${table} is gone`),
    ...before.columns.flatMap(({ table, name, type, isRequired }) => {
      if (!tablesNow.has(table)) return [];
      const column = now.get(name);
      if (!column) return [`${name} is gone`];
      if (column.type !== type) return [`${name} has the type ${column.type} instead of ${type}`];
      return column.isRequired && !isRequired ? [`${name} must have a value`] : [];
    }),
    ...after.columns
      .filter(
        ({ table, name, isRequired, hasDefault }) => tables.has(table) && !then.has(name) && isRequired && !hasDefault,
      )
      .map(({ name }) => `${name} is new and must have a value`),
    // ON CONFLICT needs its unique index.
    ...before.rules
      .filter((rule) => rule.definition.includes("UNIQUE INDEX") && tablesNow.has(rule.table))
      .filter((rule) => !rulesAfter.has(ruleOf(rule)))
      .map((rule) => `${ruleOf(rule)} is gone`),
    ...after.rules
      .filter(
        (rule) => !rulesBefore.has(ruleOf(rule)) && rule.columns.length && rule.columns.every((name) => then.has(name)),
      )
      .map((rule) => `${ruleOf(rule)} is new`),
    ...before.names.filter(({ name }) => !names.has(name)).map(({ name }) => `${name} is gone`),
  ];
}

/** Indexes that are built in a transaction on a table that callers use: their writes would wait for the whole build. */
function slowIndexes(scripts: string[]): string[] {
  const statements = scripts.flatMap(splitScript);
  const isNew = (table = "") => statements.some((one) => new RegExp(`^CREATE TABLE "?${table}"?\\s`, "i").test(one));
  return statements
    .map((statement) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).{0,200} ON "?(\w+)/is.exec(statement)?.[1])
    .filter((table) => table !== undefined && !isNew(table))
    .map((table) => `an index of ${table} is not built concurrently`);
}

/** What the previous release would find after the later migrations and `more`. */
async function compare(more = ""): Promise<string[]> {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const read = async (): Promise<Schema> => ({
      columns: (await client.query(readColumns)).rows,
      rules: (await client.query(readRules)).rows,
      names: (await client.query(readNames)).rows,
    });
    const before = knownMigrations().filter((name) => name <= previous.migration);
    await applyMigrations(database.url, { migrations: before.map((name) => ({ name, script: scriptOf(name) })) });
    const schema = await read();
    await applyMigrations(database.url);
    await client.query(more);
    return findings(schema, await read());
  } finally {
    await client.end();
    await database.drop();
  }
}

test("the code of the previous release can use the schema of this one, and no caller waits for an index", async () => {
  expect(knownMigrations()).toContain(previous.migration);
  const later = knownMigrations().filter((name) => name > previous.migration);
  expect([...(await compare()), ...slowIndexes(later.map(scriptOf))].toSorted()).toEqual(
    Object.keys(previous.allowed).toSorted(),
  );
});

test("a migration that drops, renames or tightens is found, and one that adds is not", async () => {
  const found = await compare(`
    ALTER TABLE store DROP COLUMN phone;
    ALTER TABLE store RENAME COLUMN city TO town;
    ALTER TABLE store ALTER COLUMN postcode TYPE varchar(10), ADD COLUMN floor int NOT NULL;
    ALTER TABLE channel ALTER COLUMN secret SET NOT NULL;
    ALTER TABLE partner ADD CHECK (name <> ''), ADD UNIQUE (name);
    ALTER TABLE mail RENAME TO letter;
    ALTER TYPE attempt_outcome RENAME VALUE 'failed' TO 'lost';
    CREATE TABLE new (id int PRIMARY KEY);
    ALTER TABLE store ADD COLUMN note text, ADD COLUMN size int NOT NULL DEFAULT 0, ADD CHECK (size >= 0);
    CREATE INDEX ON store (note)`);
  expect(found).toEqual(
    expect.arrayContaining([
      "store.phone is gone",
      "store.city is gone",
      "store.postcode has the type character varying(10) instead of text",
      "store.floor is new and must have a value",
      "channel.secret must have a value",
      "partner: CHECK ((name <> ''::text)) is new",
      "partner: CREATE UNIQUE INDEX ON public.partner USING btree (name) is new",
      "the table mail is gone",
      "the value failed of attempt_outcome is gone",
    ]),
  );
  expect(found.filter((line) => /\bnew\.|note|size/.test(line))).toEqual([]);
});

test("an index that callers would wait for is found, and one of a new table or outside of a transaction is not", () => {
  const scripts = [
    'CREATE TABLE "new" (id int); CREATE INDEX "new_id" ON "new"("id")',
    'CREATE UNIQUE INDEX "store_city" ON "store"("city")',
    "-- outside of a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS partner_name ON partner (name)",
  ];
  expect(slowIndexes(scripts)).toEqual(["an index of store is not built concurrently"]);
});
