import { cloneDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { expect, inject, test } from "vitest";

/** Statements that may leave out the retailer. */
const exceptions: { statement: RegExp; reason: string }[] = [
  { statement: /WHERE \$\d+=\$\d+ ORDER/, reason: "Prisma's condition of an empty list, which finds no row" },
  { statement: /FROM retailer WHERE partner_id = \$1$/, reason: "tests ask what a partner has" },
  {
    statement: /FROM "public"."search_location" WHERE \(?"public"."search_location"."(location_id|is_given_up)"/,
    reason: "a location serves one store of all retailers, and the worker gives up locations of all retailers",
  },
  {
    statement: /"public"."search_setup".* WHERE \(?"public"."search_setup"."location_id" (= \$|IN \()/,
    reason: "stores of all retailers wait for a location",
  },
  {
    statement: /FROM "public"."store" WHERE "public"."store"."widget_token" = \$1/,
    reason: "a widget's token names its store",
  },
  {
    statement:
      /FROM "public"."publication" (WHERE \(?"public"."publication"."(problems_due_at|reconciled_at)|WHERE \$2=\$3 ORDER BY)/,
    reason: "the worker looks for stores that publish, of all",
  },
  {
    statement: /FROM channel WHERE channel = \$1 AND status/,
    reason: "the worker looks for channels that wait, of all",
  },
  {
    statement: /FROM ads_campaign WHERE due_at/,
    reason: "the worker looks for due campaigns of all retailers",
  },
  {
    statement: /FROM "public"."upload_key" WHERE \(?"public"."upload_key"."(id|partner_id)" (= \$1|IN \()/,
    reason: "an upload key alone names its store, and quotas count the keys of a partner",
  },
  { statement: /FROM inventory_source WHERE next_pull_at/, reason: "the worker looks for files due, of all" },
  {
    statement: /FROM inventory_source WHERE status = \$\d AND COALESCE\(last_contact_at/,
    reason: "the worker looks for silent sources, of all",
  },
  {
    statement: /FROM "public"."inventory_source" WHERE \("public"."inventory_source"."unseen_due_at"/,
    reason: "the worker looks for stores with items long unseen, of all",
  },
  {
    statement: /FROM publication (WHERE (\w*due_at|\$1::timestamptz IS NULL OR reconciled_at)|ORDER BY)/,
    reason: "the worker looks for stores that publish, of all",
  },
  {
    statement: /^SELECT FROM delivery_work WHERE parked_by|WHERE (w\.)?parked_by = (\$1|r\.receiver|unused\.receiver)/,
    reason: "workers park, wake and count the stores of a receiver, of all retailers",
  },
  {
    statement: /FROM "public"."staff_member" WHERE "public"."staff_member"."user_id" = \$1/,
    reason: "a signed-in user has roles at retailers",
  },
  {
    statement: /"public"."staff_invitation"."(id|partner_id|expires_at)"|INTO "public"."staff_invitation"/,
    reason: "an invitation belongs to a partner, and its link names it alone",
  },
  {
    statement:
      /FROM "public"."retailer" WHERE \(*"public"."retailer"."partner_id" = \$1( OR \$\d=\$\d\)| ORDER BY| AND "public"."retailer"."name")/,
    reason: "a person with the partner role finds the shops of the partner",
  },
  { statement: /^SELECT count\(\*\) AS n FROM retailer( WHERE name|$)/, reason: "tests count what is left" },
  {
    statement: /FROM \(SELECT "public"."connection".* WHERE \("public"."connection"."partner_id" = \$1/,
    reason: "the worker counts the running pulls of a partner",
  },
  {
    statement: /^SELECT COUNT\(\*\) AS "_count\$_all" FROM \(SELECT "public"."retailer"/,
    reason: "quotas count retailers, and tests count the rest",
  },
];

const tenantTables = `
  SELECT c.table_name AS name FROM information_schema.columns c
  WHERE c.table_schema = 'public' AND c.column_name = 'retailer_id'`;

async function rows<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The tables that a statement reads or writes; none for `CREATE TABLE …` and the like. */
function tablesOf(statement: string): string[] {
  if (!/^\s*(WITH|SELECT|INSERT|UPDATE|DELETE|COPY)\b/i.test(statement)) return [];
  const named = statement.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?([a-z_]+)"?/gi);
  return [...named].map(([, table]) => table ?? "");
}

/** Whether a statement compares or joins `retailer_id`, or inserts it. */
function namesRetailer(statement: string): boolean {
  const compared = /retailer_id"?\s*(=|<|>|IN\b|IS\b|\)|,[^()]*\)\s*(=|IN\b|<|>))/i;
  const conditions = statement.replace(/^[\s\S]*?\b(WHERE|ON|USING|INTO)\b/i, "");
  return (
    compared.test(conditions) ||
    /USING\s*\(\s*retailer_id/i.test(statement) ||
    /INSERT INTO[^(]*\([^)]*retailer_id/i.test(statement)
  );
}

/** Runs after all other tests (vitest.config.ts), when the server has recorded every statement of the suite. */
test("every statement that touches a tenant's table names the retailer", async ({ skip }) => {
  if (!inject("recordsStatements")) skip("the server that was given does not record statements");
  const clone = await cloneDatabase();
  const tables = new Set((await rows<{ name: string }>(clone.url, tenantTables)).map(({ name }) => name));
  await clone.drop();
  const sent = await rows<{ query: string }>(inject("testServer"), "SELECT DISTINCT query FROM sent_statement");
  const touching = sent
    .map(({ query }) => query.replace(/\s+/g, " ").trim())
    .filter((statement) => tablesOf(statement).some((table) => tables.has(table)));
  expect(touching.length, "a suite that sent nothing proves nothing").toBeGreaterThan(20);
  const nameless = touching.filter(
    (statement) => !namesRetailer(statement) && !exceptions.some((exception) => exception.statement.test(statement)),
  );
  expect(nameless).toEqual([]);
});
