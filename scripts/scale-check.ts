/**
 * `npm run scale:check`: proves that the distributed database in CITUS_URL has all tables in their places, and that each recorded
 * statement is for one retailer on one machine, or a named one of several retailers (packages/router/tests/cross-tenant.ts).
 * `npm run distributed` records statements. So does any run of tests with RECORDED_STATEMENTS.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { misplacedTables, planOf, readRecorded } from "../packages/db/testing/check-statements.ts";
import { crossTenant } from "../packages/router/tests/cross-tenant.ts";
import { openStages } from "../packages/router/tests/open-stages.ts";
import { ROOT } from "./settings.ts";

const url = process.env.CITUS_URL;
if (!url) {
  console.error(
    "scale:check has checked nothing: CITUS_URL does not name the coordinator of a Citus cluster (docs/scale.md).",
  );
  process.exit(1);
}
const file = process.env.RECORDED_STATEMENTS ?? join(ROOT, ".data/statements.jsonl");
if (!existsSync(file)) {
  console.error(`There are no recorded statements in ${file}. Run npm run distributed first.`);
  process.exit(1);
}

const misplaced = await misplacedTables(url);
for (const line of misplaced) console.log(`✗ ${line}`);

const counts = { local: 0, single: 0, named: 0 };
const reasons = new Map<string, number>();
const problems: string[] = [];
for await (const { text, tasks, refusal } of planOf(url, readRecorded(file), openStages)) {
  const named = crossTenant.find(({ statement }) => statement.test(text));
  if (refusal !== undefined) problems.push(`refused: ${refusal}\n    ${text}`);
  else if (tasks === undefined) counts.local++;
  else if (tasks <= 1) counts.single++;
  else if (named) {
    counts.named++;
    reasons.set(named.reason, (reasons.get(named.reason) ?? 0) + 1);
  } else problems.push(`goes to ${tasks} shards without a name in cross-tenant.ts:\n    ${text}`);
}
for (const [reason, count] of reasons) console.log(`${String(count).padStart(4)} × ${reason}`);
for (const problem of problems) console.log(`✗ ${problem}`);
const { local, single, named } = counts;
console.log(
  `${single} statements for one retailer, ${named} named statements for several, ${local} without a distributed table, ${problems.length + misplaced.length} problems`,
);
process.exit(problems.length + misplaced.length > 0 ? 1 : 0);
