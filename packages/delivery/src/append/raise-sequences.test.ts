import { openDatabase } from "@highstreet/db";
import { cloneDatabase } from "@highstreet/db/testing";
import { expect, test } from "vitest";
import { sequenceColumns } from "./raise-sequences.sql.ts";

test("every column with sequences is raised", async () => {
  const database = await cloneDatabase();
  const db = openDatabase({ url: database.url, connections: 1 });
  const columns = await db.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND (data_type = 'bigint' OR udt_name = '_int8')`,
  );
  await db.close();
  await database.drop();
  const raised = Object.entries(sequenceColumns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
  const others = ["delivery_cursor.lease_epoch", "delivery_work.wake_version"];
  const versions = ["store.stock_version", "stock_digest.stock_version", "ingest.stock_version"];
  const all = [...raised, ...others, ...versions, "store.next_sequence", "store.log_floor"];
  expect(columns.map(({ name }) => name).toSorted()).toEqual(all.toSorted());
});
