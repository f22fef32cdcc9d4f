import pg from "pg";
import { tablesWith } from "../src/distribute/tables.ts";
import { one } from "../src/sql.ts";
import { StartError } from "../src/start-error.ts";
import { deleteRows, dropJobs, endConnections, readMark, setMark } from "./empty-distributed.sql.ts";

/** Rows that others refer to go last. */
const last = ["store", "retailer", "api_key", "staff_user", "partner"];

interface Marked {
  name: string;
  isMarked: boolean;
  hasTables: boolean;
}

/**
 * Marks a database without tables as one whose rows tests can delete. A marked database stays as it is.
 * @throws StartError if the database has tables and no mark
 */
export async function markForTests(url: string): Promise<void> {
  await connected(url, async (client) => {
    const { name, isMarked, hasTables } = await marked(client);
    if (!isMarked && hasTables) throw notMarked(name);
    if (!isMarked) await client.query(setMark(name));
  });
}

/**
 * Removes all rows of a marked database, and ends the connections that earlier tests left.
 * @throws StartError if the database has no mark (`markForTests`)
 */
export async function emptyDistributed(url: string): Promise<void> {
  const tables = [...tablesWith("distributed"), ...tablesWith("local"), ...tablesWith("reference")].filter(
    (table) => !last.includes(table) && table !== "schema_version",
  );
  await connected(url, async (client) => {
    const { name, isMarked } = await marked(client);
    if (!isMarked) throw notMarked(name);
    await client.query(endConnections);
    await client.query(dropJobs);
    for (const table of [...tables, ...last]) await client.query(deleteRows(table));
  });
}

async function marked(client: pg.Client): Promise<Marked> {
  return one((await client.query<Marked>(readMark)).rows);
}

const notMarked = (name: string): StartError =>
  new StartError(
    `The database ${name} has tables that npm run distributed did not make. It deletes all rows, so give it a new database.`,
  );

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
