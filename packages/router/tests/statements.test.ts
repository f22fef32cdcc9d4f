import { cloneDatabase } from "@highstreet/db/testing";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { crossTenant } from "./cross-tenant.ts";

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
    (statement) => !namesRetailer(statement) && !crossTenant.some((named) => named.statement.test(statement)),
  );
  expect(nameless.join("\n")).toBe("");
});
