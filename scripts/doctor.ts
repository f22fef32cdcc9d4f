/**
 * Lists the problems of the providers and the person who must act: `npm run doctor [-- --register <developer's e-mail>]`. Or checks the
 * credential of a shop system without storing it: `npm run doctor -- --connector shopify --shop <name> --accessToken <token>`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { examineConnector } from "@highstreet/connectors/doctor";
import { runDoctor } from "@highstreet/providers/doctor";
import { readSetting } from "../packages/router/src/kernel/settings/index.ts";
import { ROOT } from "./settings.ts";

const file = join(ROOT, ".env");
if (existsSync(file)) process.loadEnvFile(file);
// The members of a credential differ for each connector.
const { connector, register, ...credential } = parseArgs({ strict: false }).values;
const findings =
  connector === undefined
    ? await runDoctor(process.env, typeof register === "string" ? register : undefined)
    : await checkCredential(String(connector));
const marks = { good: "ok  ", wait: "wait", wrong: "!!  " };
for (const { check, outcome, what, who, todo } of findings) {
  console.log(`${marks[outcome]} ${check}: ${what}`);
  if (todo) console.log(`     ${who}: ${todo}`);
}
process.exit(findings.some(({ outcome }) => outcome === "wrong") ? 1 : 0);

async function checkCredential(id: string): ReturnType<typeof runDoctor> {
  const options = {
    allowLocalWebhooks: readSetting(process.env, "allowLocalWebhooks"),
    standIn: readSetting(process.env, "connectorsUrl"),
  };
  return (await examineConnector(id, credential, options)).map((finding) => ({ ...finding, who: null, todo: null }));
}
