/**
 * Checks the installation and changes nothing: `npm run doctor [-- --json] [--register <developer's e-mail>]`. Or
 * checks the credential of a shop system: `npm run doctor -- --connector shopify --shop <name> --accessToken <token>`.
 */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { examineConnector } from "@highstreet/connectors/doctor";
import { type Finding, runDoctor } from "@highstreet/providers/doctor";
import { smtpMailer } from "../apps/worker/src/smtp-mailer.ts";
import { readSetting, readSettings, unknownSettings } from "../packages/router/src/config/settings.ts";
import { openDatabaseOf } from "./database.ts";
import { addressLine, bodyLine, isLoopback } from "./doctor/addresses.ts";
import { databaseLines } from "./doctor/database.ts";
import { diskLine } from "./doctor/disk.ts";
import { type Line, messageOf, ok, problem, warning } from "./doctor/lines.ts";
import { dataFolder, readEnvFile, secretKey } from "./settings.ts";

readEnvFile();
/** `npm start` has run with this data folder: it makes the key, and sets what the environment lacks. */
const isOfStart = () => !process.env.HIGHSTREET_SECRET_KEY && existsSync(join(dataFolder(), "secret.key"));
const { connector, register, json, ...credential } = readOptions();
const lines = connector === undefined ? await checkAll() : await checkCredential(connector);
if (json) console.log(JSON.stringify(lines));
else
  for (const { check, outcome, what, todo } of lines) {
    console.log(`${outcome.padEnd(7)} ${check}: ${what}`);
    if (todo) console.log(`        ${todo}`);
  }
process.exit(lines.some(({ outcome }) => outcome === "problem") ? 1 : 0);

/** The members of a credential differ for each connector. */
function readOptions(): { json?: boolean } & Record<string, string | undefined> {
  const names = process.argv.flatMap((word) => /^--(\w+)/.exec(word)?.[1] ?? []);
  const options = names.map((name) => [name, { type: name === "json" ? "boolean" : "string" }] as const);
  try {
    return parseArgs({ options: Object.fromEntries(options) }).values as ReturnType<typeof readOptions>;
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}

async function checkAll(): Promise<Line[]> {
  const wrong = settingLines();
  // Without valid settings the other checks look at the wrong place.
  if (wrong.some(({ outcome }) => outcome === "problem")) return wrong;
  const checks: [string, () => Promise<Line[]> | Line[]][] = [
    ["Database", checkDatabase],
    ["Disk", () => [diskLine("Disk of waiting feeds", tmpdir(), { low: 2e8, enough: 2e9 })]],
    ["Addresses", checkAddresses],
    ["Mail", async () => [await mailLine()]],
    ["Providers", async () => (await runDoctor(process.env, register)).map(lineOf)],
  ];
  const found = await Promise.all(
    checks.map(async ([check, work]) => {
      try {
        return await work();
      } catch (error) {
        return [problem(check, messageOf(error))];
      }
    }),
  );
  return [...wrong, ...found.flat()];
}

function settingLines(): Line[] {
  const roles =
    process.env.DATABASE_URL && !isOfStart() ? (["rest", "worker", "console"] as const) : (["start"] as const);
  const wrong = new Set<string>();
  for (const role of roles) {
    try {
      readSettings(process.env, role);
    } catch (error) {
      for (const line of messageOf(error).split("\n")) wrong.add(line);
    }
  }
  const unknown = unknownSettings(process.env).map((line) => warning("Settings", line));
  if (!wrong.size && !unknown.length) return [ok("Settings", "complete")];
  const todo = "Correct it in .env or in the environment (docs/operating.md, “Settings”).";
  return [...[...wrong].map((line) => problem("Settings", line, todo)), ...unknown];
}

async function checkDatabase(): Promise<Line[]> {
  const given = readSettings(process.env, "start");
  if (!given.databaseUrl && !existsSync(join(dataFolder(), "postgres")))
    return [warning("Database", "there is none yet", "npm start makes one. DATABASE_URL names one of your own.")];
  const { url, stop } = await openDatabaseOf(given.databaseUrl);
  try {
    return await databaseLines({
      url,
      directUrl: given.directUrl,
      trustedProxies: readSetting(process.env, "trustedProxies"),
      secretKey: given.secretKey ?? (isOfStart() ? secretKey(dataFolder()) : undefined),
      hasProxy: [given.publicUrl, given.consoleUrl].some((address) => address?.startsWith("https:")),
    });
  } finally {
    await stop();
  }
}

async function checkAddresses(): Promise<Line[]> {
  const { publicUrl, consoleUrl } = readSettings(process.env, "start");
  const isPublic = publicUrl !== undefined && !isLoopback(publicUrl);
  const all = [
    publicUrl && addressLine("REST", publicUrl, "HIGHSTREET_PUBLIC_URL"),
    isPublic && bodyLine(publicUrl),
    consoleUrl && addressLine("Console", consoleUrl, "HIGHSTREET_CONSOLE_URL"),
  ];
  return Promise.all(all.filter((line) => typeof line === "object"));
}

async function mailLine(): Promise<Line> {
  const smtpUrl = readSetting(process.env, "smtpUrl");
  if (!smtpUrl) return ok("Mail", "no mail server: links are shown to the person who invites");
  const mailer = await smtpMailer({ url: smtpUrl, from: "" });
  try {
    await mailer.verify();
    return ok("Mail", "the mail server takes the sign-in");
  } catch (error) {
    return problem("Mail", `the mail server does not answer well: ${messageOf(error)}`, "Correct HIGHSTREET_SMTP_URL.");
  } finally {
    mailer.close();
  }
}

async function checkCredential(id: string): Promise<Line[]> {
  const options = {
    allowLocalWebhooks: readSetting(process.env, "allowLocalWebhooks"),
    standIn: readSetting(process.env, "connectorsUrl"),
  };
  return (await examineConnector(id, credential, options)).map((finding) =>
    lineOf({ ...finding, who: null, todo: null }),
  );
}

function lineOf({ check, outcome, what, who, todo }: Finding): Line {
  const act = who === null || who === "us" ? todo : `${who}: ${todo}`;
  return { check, outcome: ({ good: "ok", wait: "warning", wrong: "problem" } as const)[outcome], what, todo: act };
}
