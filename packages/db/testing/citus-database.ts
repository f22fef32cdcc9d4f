import { randomUUID } from "node:crypto";
import pg from "pg";

/** A database on each machine of the cluster at `cluster`, on the coordinator without Citus at first, as on one machine. */
export async function createCitusDatabase(cluster: string): Promise<{
  url: string;
  query: <Row>(sql: string) => Promise<Row[]>;
  /** Makes the database the coordinator of the cluster. */
  addCitus: () => Promise<void>;
  drop: () => Promise<void>;
}> {
  const name = `highstreet_${randomUUID().slice(0, 8)}`;
  const nodes = await run<{ host: string; port: number; isWorker: boolean }>(
    cluster,
    'SELECT nodename AS host, nodeport AS port, groupid > 0 AS "isWorker" FROM pg_dist_node ORDER BY groupid',
  );
  const at = ({ host, port }: { host: string; port: number }, database?: string): string => {
    const url = new URL(cluster);
    url.host = `${host}:${port}`;
    if (database !== undefined) url.pathname = `/${database}`;
    return url.href;
  };
  const everywhere = async (sql: string, database?: string) => {
    for (const node of nodes) await run(at(node, database), sql);
  };
  await everywhere(`CREATE DATABASE ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (sql) => run(url.href, sql),
    addCitus: async () => {
      await everywhere("CREATE EXTENSION citus", name);
      for (const { host, port, isWorker } of nodes) {
        await run(url.href, `SELECT ${isWorker ? "citus_add_node" : "citus_set_coordinator_host"}('${host}', ${port})`);
      }
    },
    drop: () => everywhere(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function run<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}
