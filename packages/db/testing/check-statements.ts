import { readFileSync } from "node:fs";
import pg from "pg";
import { readColocation, readPlaced } from "../src/distribute/distribute.sql.ts";
import { type Placement, placements, tablesWith } from "../src/distribute/tables.ts";

/** A `Date` is `{at}`, and bytes are `{hex}`. */
export interface RecordedStatement {
  text: string;
  values: unknown[];
  /** The error of a server that refused this kind of statement, as a distributed one does. */
  refusal?: string;
}

export interface StatementPlan {
  /** The statement, with one space for each run of spaces. */
  text: string;
  /** The most shards that a part of the statement goes to; undefined without a distributed table. */
  tasks?: number;
  refusal?: string;
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Compares the places of all tables with `placements`. @returns a line for each difference */
export const misplacedTables = (url: string): Promise<string[]> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ name: string; placement: Placement }>(readPlaced);
    const placed = new Map(rows.map(({ name, placement }) => [name, placement]));
    const wrong = Object.entries(placements)
      .filter(([table, placement]) => (placed.get(table) ?? "local") !== placement)
      .map(([table, placement]) => `The table ${table} is ${placed.get(table) ?? "local"} instead of ${placement}.`);
    const { rows: groups } = await client.query<{ names: string[]; column: string }>(readColocation);
    if (
      groups.length !== 1 ||
      groups[0]?.column !== "retailer_id" ||
      groups[0].names.length !== tablesWith("distributed").length
    ) {
      wrong.push(`The distributed tables are not together by retailer_id: ${JSON.stringify(groups)}`);
    }
    return wrong;
  });

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (value === null || typeof value !== "object") return value;
  if ("at" in value && typeof value.at === "string") return new Date(value.at);
  return "hex" in value && typeof value.hex === "string" ? Buffer.from(value.hex, "hex") : value;
}

/** One that was refused once is refused. */
export function readRecorded(file: string): RecordedStatement[] {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const byText = new Map<string, RecordedStatement>();
  for (const line of lines) {
    const { text, values, refusal } = JSON.parse(line) as RecordedStatement;
    const oneLine = text.replace(/\s+/g, " ").trim();
    const known = byText.get(oneLine) ?? { text, values: values.map(decode) };
    byText.set(oneLine, refusal === undefined ? known : { ...known, refusal });
  }
  return [...byText.values()];
}

/** The schema of the library for jobs is on the coordinator, and tests remove it. */
const inJobs = /\bpgboss\./;

/**
 * Lets the distributed database at `url` plan each statement. Nothing is executed. A statement that was refused when it ran is refused.
 * @param stages statements that make the temporary tables
 */
export async function* planOf(
  url: string,
  statements: RecordedStatement[],
  stages: string[],
): AsyncGenerator<StatementPlan> {
  // A word can also be a column. The plan then has no distributed table.
  const distributed = new RegExp(`\\b(${tablesWith("distributed").join("|")})\\b`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const { text, values, refusal } of statements) {
      const plan: StatementPlan = { text: text.replace(/\s+/g, " ").trim() };
      if (refusal !== undefined) plan.refusal = refusal;
      else if (distributed.test(text) && !inJobs.test(text))
        Object.assign(plan, await explain(client, { text, values }, stages));
      yield plan;
    }
  } finally {
    await client.end();
  }
}

/** How `pg` sends a value; its types lack the function. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

const withLiterals = (text: string, values: unknown[]): string =>
  text.replace(/\$(\d+)/g, (_, at) => {
    const value = values[Number(at) - 1] ?? null;
    return value === null ? "NULL" : pg.escapeLiteral(String(prepareValue(value)));
  });

/** Citus cannot explain an INSERT with values if it collects the rows on the coordinator, but it can run it. */
const NEEDS_LITERALS = "could not create distributed plan";

async function explain(
  client: pg.Client,
  { text, values }: RecordedStatement,
  stages: string[],
): Promise<Omit<StatementPlan, "text">> {
  await client.query("BEGIN");
  try {
    for (const stage of stages) await client.query(stage);
    const { rows } = await client.query<{ "QUERY PLAN": string }>({ text: `EXPLAIN (COSTS OFF) ${text}`, values });
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    if (!plan.includes("Citus")) return {};
    return { tasks: Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))) };
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    if (refusal !== NEEDS_LITERALS || !values.length) return { refusal };
  } finally {
    await client.query("ROLLBACK");
  }
  return explain(client, { text: withLiterals(text, values), values: [] }, stages);
}
