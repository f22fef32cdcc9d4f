import pg from "pg";
import { checkDatabase } from "../check-database.ts";
import { one } from "../sql.ts";
import { StartError } from "../start-error.ts";
import * as sql from "./distribute.sql.ts";
import { type Placement, tablesWith } from "./tables.ts";

interface ForeignKey {
  from: string;
  to: string;
  drop: string;
  add: string;
}

interface Digest {
  rows: number;
  digest: string;
}

/** The session of one call. */
interface Run {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  database: string;
  say: (line: string) => void;
  /** All steps are one transaction, which the caller has begun. */
  isInside: boolean;
}

/**
 * Distributes a migrated database with its rows over the machines of its Citus cluster, by `placements`. Each table is one transaction,
 * which compares its rows before and after. A call after an interrupted one continues. Tables that have their placement stay as they
 * are, so a second call changes nothing.
 * @param url the coordinator
 * @param say gets lines about the progress
 * @returns the names of the tables that this call placed
 * @throws StartError with one line, if the database cannot be distributed now, or if a step failed
 */
export async function distribute(url: string, say: (line: string) => void = () => undefined): Promise<string[]> {
  await checkDatabase(url);
  const client = new pg.Client({ connectionString: url, application_name: "highstreet distributing", keepAlive: true });
  client.on("error", () => undefined);
  const query = async <Row>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await client.query(text, values)).rows as Row[];
  try {
    await client.connect();
    return await distributeAll({ query, database: client.database ?? "", say, isInside: false });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function distributeAll(run: Run): Promise<string[]> {
  const { query } = run;
  await checkCluster(run);
  const placed = new Map(
    (await query<{ name: string; placement: Placement }>(sql.readPlaced)).map(({ name, placement }) => [
      name,
      placement,
    ]),
  );
  const missing = (["reference", "distributed"] as const).flatMap((placement) =>
    tablesWith(placement).filter((table) => placed.get(table) !== placement),
  );
  const [unfinished] = await query<{ found: boolean }>(sql.isUnfinished);
  if (!missing.length && !unfinished?.found) return [];
  await query(sql.propagateLocally);
  if (unfinished?.found || (await query(sql.findRows(missing))).length) {
    await checkAlone(run);
    await checkRoom(run, missing);
    await placeAll(run, missing);
  } else {
    // Empty tables are placed at once, also while the services run: those of a new database, or of a later version.
    await inTransaction(run, async () => {
      await query(sql.oneShardAtATime);
      await placeAll({ ...run, isInside: true }, missing);
    });
  }
  return missing;
}

async function placeAll(run: Run, tables: string[]): Promise<void> {
  const { query, isInside } = run;
  await step(run, "Removing foreign keys until the end", () => removeForeignKeys(run, tables));
  for (const [index, table] of tables.entries()) {
    await step(run, `${table} (${index + 1} of ${tables.length})`, () => place(run, table));
  }
  const all = [...tablesWith("reference"), ...tablesWith("distributed")].map((table) => `"${table}"`);
  const analyze = () => inTransaction(run, () => query(`ANALYZE ${all.join(", ")}`));
  if (!isInside) await step(run, "Analyzing", analyze);
  for (const key of await query<ForeignKey>(sql.readRecorded)) {
    await step(run, `Foreign key from ${key.from} to ${key.to}`, () => addForeignKey(run, key));
  }
  await step(run, "Functions and settings", () =>
    inTransaction(run, async () => {
      const ending = [...sql.spreadFunctions, sql.propagateSettings(run.database), ...sql.endRecord];
      for (const text of ending) await query(text);
    }),
  );
}

/** @throws StartError with the step and what to do */
async function step(run: Run, name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  try {
    const what = await work();
    run.say(
      `${name}: ${typeof what === "string" ? `${what} in ` : ""}${((performance.now() - began) / 1_000).toFixed(1)} s`,
    );
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim();
    const state = run.isInside
      ? "Nothing has changed. Correct the reason, then run npm run distribute again."
      : "No row is lost, and this step changed nothing. Correct the reason, then run npm run distribute again: it continues here. Until its end no process of Highstreet starts.";
    throw new StartError(`${name} failed: ${reason}. ${state}`, { cause: error });
  }
}

async function inTransaction<T>({ query, isInside }: Run, work: () => Promise<T>): Promise<T> {
  if (isInside) return work();
  for (const text of sql.beginStep) await query(text);
  try {
    const result = await work();
    await query("COMMIT");
    return result;
  } catch (error) {
    await query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** A foreign key must not lead to a table that is distributed later, so all of them are added at the end. */
const removeForeignKeys = (run: Run, tables: string[]): Promise<void> =>
  inTransaction(run, async () => {
    for (const text of sql.createRecord) await run.query(text);
    if (!tables.length) return;
    for (const { from, to, drop, add } of await run.query<ForeignKey>(sql.readForeignKeys(tables))) {
      if (isPossible({ from, to })) await run.query(sql.recordForeignKey, [from, to, add]);
      await run.query(drop);
    }
  });

/** A table with copies on all machines cannot refer to a row of one machine. Erasing a retailer removes these rows itself. */
const isPossible = ({ from, to }: Pick<ForeignKey, "from" | "to">): boolean =>
  !(tablesWith("reference").includes(from) && tablesWith("distributed").includes(to));

const place = (run: Run, table: string): Promise<string> =>
  inTransaction(run, async () => {
    const { query } = run;
    const columns = (await query<{ name: string }>(sql.readColumns, [table])).map(({ name }) => name);
    const digest = async (): Promise<Digest> => one(await query<Digest>(sql.digestOf(table, columns)));
    await query(sql.lockTable(table));
    const before = await digest();
    await query(tablesWith("reference").includes(table) ? sql.makeReference(table) : sql.makeDistributed(table));
    const after = await digest();
    if (after.rows !== before.rows || after.digest !== before.digest) {
      throw new Error(`its rows are not equal after the copy (${before.rows} before, ${after.rows} after)`);
    }
    await query(sql.removeLocalRows(table));
    return `${before.rows.toLocaleString("en")} rows, equal after the copy,`;
  });

const addForeignKey = (run: Run, { add }: Pick<ForeignKey, "add">): Promise<void> =>
  inTransaction(run, async () => {
    await run.query(sql.oneShardAtATime);
    await run.query(add);
    await run.query(sql.forgetForeignKey, [add]);
  });

async function checkCluster({ query }: Run): Promise<void> {
  const [cluster] = await query<{ isCitus: boolean; isMigrated: boolean }>(sql.readCluster);
  if (!cluster?.isCitus) {
    throw new StartError(
      "The database has no Citus. Let its owner run CREATE EXTENSION citus on the coordinator and on every worker.",
    );
  }
  if (!cluster.isMigrated) throw new StartError("The database has no tables. Run npm run migrate first.");
  const [nodes] = await query<{ coordinators: number; holders: number }>(sql.readNodes);
  if (!nodes?.coordinators) {
    throw new StartError(
      "The coordinator is not in its list of nodes. Run SELECT citus_set_coordinator_host('<its host name>') on it.",
    );
  }
  if (!nodes.holders) {
    throw new StartError("No node holds shards. Run SELECT citus_add_node('<host name>', 5432) for each worker.");
  }
}

/** Rows that change during the command would be lost, and calls would wait for hours. */
async function checkAlone({ query }: Run): Promise<void> {
  const [lock] = await query<{ mine: boolean }>(sql.lockRun);
  const others = await query<{ name: string }>(sql.readOthers);
  if (lock?.mine && !others.length) return;
  throw new StartError(
    `The database is in use by ${others.map(({ name }) => `“${name}”`).join(", ")}. Stop all processes of Highstreet, and wait for the end of backups and of an earlier npm run distribute. Then run the command again.`,
  );
}

async function checkRoom({ query, say }: Run, tables: string[]): Promise<void> {
  if (!tables.length) return;
  const { bytes, free, holders } = one(
    await query<{ bytes: number; free: number | null; holders: number }>(sql.readRoom(tables)),
  );
  const [needed, gb] = [(1.5 * bytes) / holders, (value: number) => `${(value / 1e9).toFixed(1)} GB`];
  say(
    `${gb(bytes)} in ${tables.length} tables go to ${holders} machines. Stop here with Ctrl-C, and continue with the same command.`,
  );
  if (free !== null && free < needed) {
    throw new StartError(
      `A worker has ${gb(free)} of free disk, and needs ${gb(needed)}: its part of the rows and half of that again. Free the disk or add a worker, then run the command again.`,
    );
  }
}
