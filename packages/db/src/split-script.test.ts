import { expect, test } from "vitest";
import { knownMigrations, scriptOf } from "./schema-version.ts";
import { splitScript } from "./split-script.ts";

test("a script is split at the semicolons between statements only", () => {
  expect(
    splitScript(`
      -- A comment; with a semicolon
      SELECT ';' AS "a;b", 'it''s; fine'; /* another; one */
      DO $body$ BEGIN PERFORM 1; END $body$;
      SELECT 1 -- the last one;
    `),
  ).toEqual([`SELECT ';' AS "a;b", 'it''s; fine'`, "DO $body$ BEGIN PERFORM 1; END $body$", "SELECT 1"]);
});

test("no migration has a body that cannot be split", () => {
  for (const name of knownMigrations())
    expect([name, scriptOf(name)]).toEqual([name, expect.not.stringMatching(/BEGIN\s+ATOMIC/i)]);
});
