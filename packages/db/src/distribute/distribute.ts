import pg from "pg";
import { checkDatabase } from "../check-database.ts";
import { StartError } from "../start-error.ts";
import {
  declareImmutable,
  dropPartnerUnique,
  findRows,
  makeDistributed,
  makeReference,
  oneShardAtATime,
  propagateSettings,
  readCluster,
  readForeignKeys,
  readNodes,
  readPlaced,
} from "./distribute.sql.ts";
import { type Placement, tablesWith } from "./tables.ts";

interface ForeignKey {
  from: string;
  to: string;
  drop: string;
  add: string;
}

/**
 * Distributes an empty, migrated database over the machines of its Citus cluster, by `placements`. Tables that already have their
 * placement stay as they are, so a second call changes nothing.
 * @param url the coordinator
 * @returns the names of the tables that this call placed
 * @throws StartError with one line, if the database has no Citus, no node for the rows, or rows in a table without a placement
 */
export async function distribute(url: string): Promise<string[]> {
  await checkDatabase(url);
  const client = new pg.Client({ connectionString: url, application_name: "highstreet distributing" });
  client.on("error", () => undefined);
  const rows = async <Row>(sql: string): Promise<Row[]> => (await client.query(sql)).rows as Row[];
  try {
    await client.connect();
    await checkCluster(rows);
    const placed = new Map(
      (await rows<{ name: string; placement: Placement }>(readPlaced)).map(({ name, placement }) => [name, placement]),
    );
    const missing = (placement: Placement): string[] =>
      tablesWith(placement).filter((table) => placed.get(table) !== placement);
    const reference = missing("reference");
    const distributed = missing("distributed");
    const both = [...reference, ...distributed];
    if (!both.length) return [];
    const [full] = await rows<{ name: string }>(findRows(both));
    if (full) {
      throw new StartError(
        `The table ${full.name} has rows. Distribute a new database: run the migrations on an empty database, then this command, then import the data.`,
      );
    }
    await rows("BEGIN; SET LOCAL statement_timeout = 0");
    await rows(oneShardAtATime);
    await rows(dropPartnerUnique);
    // A foreign key must not lead to a table that is distributed later, so all of them are added at the end.
    const keys = await rows<ForeignKey>(readForeignKeys(both));
    for (const { drop } of keys) await rows(drop);
    for (const table of reference) await rows(makeReference(table));
    for (const table of distributed) await rows(makeDistributed(table));
    for (const { add } of keys.filter(isPossible)) await rows(add);
    await rows(declareImmutable);
    await rows(propagateSettings(client.database ?? ""));
    await rows("COMMIT");
    return both;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A table with copies on all machines cannot refer to a row of one machine. Erasing a retailer removes these rows itself. */
const isPossible = ({ from, to }: ForeignKey): boolean =>
  !(tablesWith("reference").includes(from) && tablesWith("distributed").includes(to));

async function checkCluster(rows: <Row>(sql: string) => Promise<Row[]>): Promise<void> {
  const [cluster] = await rows<{ isCitus: boolean; isMigrated: boolean }>(readCluster);
  if (!cluster?.isCitus) {
    throw new StartError(
      "The database has no Citus. Let its owner run CREATE EXTENSION citus on the coordinator and on every worker.",
    );
  }
  if (!cluster.isMigrated) throw new StartError("The database has no tables. Run npm run migrate first.");
  const [nodes] = await rows<{ coordinators: number; holders: number }>(readNodes);
  if (!nodes?.coordinators) {
    throw new StartError(
      "The coordinator is not in its list of nodes. Run SELECT citus_set_coordinator_host('<its host name>') on it.",
    );
  }
  if (!nodes.holders) {
    throw new StartError("No node holds shards. Run SELECT citus_add_node('<host name>', 5432) for each worker.");
  }
}
