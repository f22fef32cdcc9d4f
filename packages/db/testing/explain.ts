import type { Database } from "../src/database.ts";
import type { PgTx } from "../src/sql.ts";

type Pool = Database["pool"];
type Client = PgTx["client"];

/** A sent statement. */
export interface Sent {
  text: string;
  values: unknown[];
}

/** Records the statements that a pool sends. */
export function recording(pool: Pool): { during: <T>(work: () => Promise<T>) => Promise<[T, Sent[]]> } {
  let sent: Sent[] | undefined;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  pool.query = ((first: { text: string; values?: unknown[] } | string, ...more: unknown[]) => {
    if (typeof first === "object") sent?.push({ text: first.text, values: first.values ?? [] });
    return query(first, ...more);
  }) as typeof pool.query;
  return {
    during: async (work) => {
      sent = [];
      try {
        return [await work(), sent];
      } finally {
        sent = undefined;
      }
    },
  };
}

/** A sent statement, and the settings of its transaction before it. */
export interface SentInside extends Sent {
  settings: string[];
  /** Whether a connection keeps the plan, which can then be generic. Without a name, PostgreSQL plans for the values each time. */
  isKept: boolean;
}

type Query = (first: { text: string; values?: unknown[]; name?: string } | string, ...more: unknown[]) => unknown;

/** Records all statements that a pool sends during `work`, also those of transactions. */
export async function recordAll(
  pool: Pool,
  work: (sent: readonly SentInside[]) => Promise<unknown>,
): Promise<SentInside[]> {
  const sent: SentInside[] = [];
  const watched = new Set<{ query: Query }>();
  const watch = (client: unknown): void => {
    const one = client as { query: Query };
    if (watched.has(one)) return;
    watched.add(one);
    const query = one.query.bind(one);
    let settings: string[] = [];
    one.query = (first, ...more) => {
      const text = typeof first === "object" ? first.text : first;
      const values = typeof first === "object" ? first.values : more.find(Array.isArray);
      if (/^\s*(BEGIN|COMMIT|ROLLBACK)/.test(text)) settings = [];
      else if (/^\s*SET LOCAL/.test(text)) settings = [...settings, text];
      else if (text) sent.push({ text, values: values ?? [], settings, isKept: Object(first).name !== undefined });
      return query(first, ...more);
    };
  };
  pool.on("acquire", watch);
  try {
    await work(sent);
  } finally {
    pool.off("acquire", watch);
    for (const client of watched) Reflect.deleteProperty(client, "query");
  }
  return sent;
}

/** `readBy` within a transaction with the statement's settings. Nothing that the statement writes remains. */
export async function readByInside(
  client: Client,
  { settings, text, values }: SentInside,
  mode: "force_custom_plan" | "force_generic_plan",
): ReturnType<typeof readBy> {
  await client.query("BEGIN");
  try {
    for (const text of settings) await client.query(text);
    return await readBy(client, { text, values }, mode);
  } finally {
    await client.query("ROLLBACK");
  }
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Node[];
}

/** Pairs of rows that joins compare in vain. */
const comparedBy = (node: Node): number =>
  (node["Rows Removed by Join Filter"] ?? 0) * node["Actual Loops"] +
  (node.Plans ?? []).reduce((sum, one) => sum + comparedBy(one), 0);

/** A value as PostgreSQL reads it. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((entry) => JSON.stringify(textOf(entry))).join()}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** The scans of tables and their indexes. */
const scansOf = (node: Node): Node[] => [
  ...(node["Relation Name"] === undefined ? [] : [node]),
  ...(node.Plans ?? []).flatMap(scansOf),
];

/** Rows that a scan read, including discarded rows. */
const rowsOf = (scan: Node): number =>
  (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0) + (scan["Rows Removed by Index Recheck"] ?? 0)) *
  scan["Actual Loops"];

/**
 * The rows and blocks that a statement reads, by PostgreSQL's count.
 * @param mode a plan for these values, or a generic plan
 */
export async function readBy(
  client: Client,
  { text, values }: Sent,
  mode: "force_custom_plan" | "force_generic_plan",
): Promise<{ rows: number; blocks: number; compared: number; scans: string }> {
  await client.query(`SET plan_cache_mode = ${mode}`);
  await client.query(`PREPARE explained AS ${text}`);
  try {
    const call = values.length
      ? `(${values.map((value) => (value === null ? "NULL" : client.escapeLiteral(textOf(value)))).join()})`
      : "";
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained${call}`);
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [{ Plan: Node & Record<string, number> }];
    const blocks = (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
    const scans = scansOf(plan);
    return {
      rows: scans.reduce((sum, scan) => sum + rowsOf(scan), 0),
      blocks,
      compared: comparedBy(plan),
      scans: scans
        .map(
          (scan) => `${scan["Node Type"]} ${scan["Relation Name"]} ${scan["Index Name"] ?? ""}: ${rowsOf(scan)} rows`,
        )
        .join("\n"),
    };
  } finally {
    await client.query("DEALLOCATE explained");
  }
}
