/**
 * Lists the problems of the providers and the person who must act: `npm run doctor [-- --register <developer's e-mail>]`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runDoctor } from "@highstreet/providers/doctor";
import { ROOT } from "./settings.ts";

const file = join(ROOT, ".env");
if (existsSync(file)) process.loadEnvFile(file);
const { values } = parseArgs({ options: { register: { type: "string" } } });
const findings = await runDoctor(process.env, values.register);
const marks = { good: "ok  ", wait: "wait", wrong: "!!  " };
for (const { check, outcome, what, who, todo } of findings) {
  console.log(`${marks[outcome]} ${check}: ${what}`);
  if (todo) console.log(`     ${who}: ${todo}`);
}
process.exit(findings.some(({ outcome }) => outcome === "wrong") ? 1 : 0);
