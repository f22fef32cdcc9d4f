/**
 * `npm run admin -- <what> …`: tasks that only the operator of a service does. `npm run admin -- --help` lists the commands.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { openDatabase } from "@highstreet/db";
import {
  type Context,
  checkKeyRing,
  createPartner,
  createVault,
  dryRun,
  type KeyRing,
  openProviders,
  readQuotas,
  readSettings,
  reseal,
  Sender,
  scopes,
} from "@highstreet/router";
import { createPartnerKey } from "@highstreet/router/features/keys/index.ts";
import { KeyBody, PartnerBody } from "@highstreet/router/features/keys/keys.schema.ts";
import {
  createStaffMember,
  invitePartnerMember,
  makeLinkForAccount,
  resetPassword,
} from "@highstreet/router/features/staff/index.ts";
import { Email, NewStaff, Password } from "@highstreet/router/features/staff/staff.schema.ts";
import { StartError } from "../packages/db/src/start-error.ts";
import { waitForDatabase } from "../packages/db/src/wait-for-database.ts";
import { backupCommands, type OnDatabase } from "./admin-backup.ts";
import { retailerCommands } from "./admin-retailers.ts";
import { openDatabaseOf } from "./database.ts";
import { dataFolder, explain, orExplain, readEnvFile, secretKey } from "./settings.ts";

type Options = Record<string, string | undefined>;
type Values = Record<string, string | boolean | undefined>;
/** The created values, to print by line or as JSON. */
type Made = Record<string, unknown>;

interface Command {
  says: string;
  /** Names of options with their meanings. Options in brackets are optional. */
  options: Record<string, string>;
  run?(ctx: Context, options: Options): Promise<Made>;
  /** Instead of `run`: work on the whole database, which does its own dry run. */
  runOnDatabase?(place: OnDatabase, options: Options): Promise<Made>;
}

const commands: Record<string, Command> = {
  "partner create": {
    says: "creates a partner and a first API key with all scopes",
    options: { name: "the partner's name" },
    run: async (ctx, { name }) => {
      const { partnerId, key } = await createPartner(ctx, checked(PartnerBody, { name }));
      return { partnerId, keyId: key.id, key: key.key };
    },
  },
  "partner invite": {
    says: "invites a person to the partner role, which covers all retailers of the partner; prints the link",
    options: { partner: "the partner's id", email: "the person's e-mail address" },
    run: async (ctx, { partner = "", email = "" }) => {
      if (!/^[0-9a-f-]{36}$/i.test(partner)) throw new StartError("--partner must be a partner's id.");
      return { ...(await invitePartnerMember(ctx, { partnerId: partner, email: checked(Email, email) })) };
    },
  },
  "staff create": {
    says: "gives a person a role at a retailer; creates an account if the e-mail address has none",
    options: {
      retailer: "the retailer's id",
      name: "the person's name",
      email: "the person's e-mail address",
      role: "owner, manager or viewer",
      "[password]": "8 to 128 characters; random when left out",
    },
    run: async (ctx, { retailer, name, email, role, password = randomPassword() }) => {
      const input = checked(NewStaff, { retailerId: retailer, name, email, role, password });
      const known = await ctx.db.prisma.user.count({ where: { email: input.email.toLowerCase() } });
      const userId = await createStaffMember(ctx, input);
      return {
        userId,
        email: input.email,
        role: input.role,
        ...(known ? { account: "kept with its password" } : { password }),
      };
    },
  },
  "staff password": {
    says: "sets a person's password and ends all of that person's sessions",
    options: { email: "the person's e-mail address", "[password]": "8 to 128 characters; random when left out" },
    run: async (ctx, { email = "", password = randomPassword() }) => {
      const made = await resetPassword(ctx, { email, password: checked(Password, password) });
      return { email, ...made, password };
    },
  },
  "staff link": {
    says: "makes a link with which a person sets a new password; the link works once within four hours",
    options: { email: "the person's e-mail address" },
    run: async (ctx, { email = "" }) => ({ email, ...(await makeLinkForAccount(ctx, { email })) }),
  },
  "key create": {
    says: "creates an API key of a partner",
    options: {
      partner: "the partner's id",
      name: "what the key is for",
      scopes: `all, or of ${scopes.join(", ")}, separated by commas`,
      "[retailers]": "ids of the only retailers that the key opens, separated by commas",
      "[expires]": "when the key ends, such as 2027-01-31T09:00:00Z",
      "[kind]": "live (default), or test: for test retailers",
    },
    run: async (ctx, { partner = "", name, scopes: given, retailers, expires, kind = "live" }) => {
      if (!/^[0-9a-f-]{36}$/i.test(partner)) throw new StartError("--partner must be a partner's id.");
      if (!["live", "test"].includes(kind)) throw new StartError("--kind must be live or test.");
      const body = checked(KeyBody, {
        name,
        isTest: kind === "test",
        scopes: given === "all" ? [...scopes] : list(given),
        ...(retailers !== undefined && { retailerIds: list(retailers) }),
        ...(expires !== undefined && { expiresAt: expires }),
      });
      return { ...(await createPartnerKey(ctx, { partnerId: partner, body })) };
    },
  },
  "keys reseal": {
    says: "encrypts all secrets again with the first key of HIGHSTREET_SECRET_KEY",
    options: {},
    run: async ({ db }) => {
      const ring = keyRing();
      await checkKeyRing(db, ring).catch(explain);
      return reseal(db, ring);
    },
  },
  ...retailerCommands,
  ...backupCommands,
};

/** The ring of keys that the services use. @throws StartError that says how to write the setting */
const keyRing = (): KeyRing =>
  orExplain(() => createVault(process.env.HIGHSTREET_SECRET_KEY || secretKey(dataFolder())));

function list(text = ""): string[] {
  return text.split(",").map((entry) => entry.trim());
}

function randomPassword(): string {
  return randomBytes(12).toString("base64url");
}

type Schema<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: Issue[] } };
};
type Issue = { path: PropertyKey[]; message: string };

/**
 * The input as the router's schema expects it.
 * @throws StartError that names each wrong option
 */
function checked<T>(schema: Schema<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `--${optionOf(path)} ${message}`);
  throw new StartError(`${wrong.join("; ")}.`);
}

const OPTIONS: Record<string, string> = {
  retailerId: "retailer",
  retailerIds: "retailers",
  expiresAt: "expires",
  partnerId: "partner",
};

function optionOf(path: PropertyKey[]): string {
  const name = String(path[0] ?? "password");
  return OPTIONS[name] ?? name;
}

const GENERAL = `
  --dry-run  checks everything and changes nothing
  --json     prints the result as one line of JSON
  --help     prints this`;

function help(name?: string): string {
  const shown = Object.entries(commands).filter(([command]) => name === undefined || command === name);
  const lines = shown.map(([command, { says, options }]) => {
    const optionLines = Object.entries(options).map(
      ([option, meaning]) => `    --${bare(option)}${bare(option) === option ? "" : " (optional)"}: ${meaning}`,
    );
    return [`npm run admin -- ${command}`, `    ${says}`, ...optionLines].join("\n");
  });
  return `${lines.join("\n\n")}\n${GENERAL}`;
}

function bare(option: string): string {
  return option.replace(/^\[|\]$/g, "");
}

function parse(name: string, command: Command, args: string[]): Values {
  const options = Object.keys(command.options).map((option) => [bare(option), { type: "string" as const }]);
  const general = { "dry-run": { type: "boolean" as const }, json: { type: "boolean" as const } };
  let values: Values;
  try {
    values = parseArgs({ args, options: { ...Object.fromEntries(options), ...general } }).values as Values;
  } catch (error) {
    throw new StartError(
      `${error instanceof Error ? error.message.split("\n")[0] : error} See: npm run admin -- ${name} --help`,
    );
  }
  const missing = Object.keys(command.options).filter((option) => bare(option) === option && !values[option]);
  if (missing.length)
    throw new StartError(`${name} needs --${missing.join(", --")}. See: npm run admin -- ${name} --help`);
  return values;
}

const DRY = { dryRun: "this would work; nothing was changed" };

async function perform({ run, runOnDatabase }: Command, options: Options, isDryRun: boolean): Promise<Made> {
  const given = orExplain(() => readSettings(process.env, "admin"));
  const vault = keyRing();
  const { url, stop } = await openDatabaseOf(given.databaseUrl);
  try {
    const say = (line: string) => console.error(line);
    await waitForDatabase(url, { patienceMs: given.databaseWaitMs, onWait: say });
    if (runOnDatabase) {
      const made = await runOnDatabase({ url, isDryRun, ring: vault, progress: say }, options);
      return { ...(isDryRun && DRY), ...made };
    }
    const db = openDatabase({ url });
    const now = () => new Date();
    const consoleUrl = given.consoleUrl ?? `http://localhost:${given.consolePort}`;
    const settings = { allowLocalWebhooks: false, quotas: readQuotas(process.env), consoleUrl };
    const ctx: Context = {
      db,
      now,
      settings,
      actor: { kind: "system" },
      requestId: "admin",
      providers: openProviders(process.env, db, now),
      vault,
      sender: new Sender(settings),
    };
    try {
      if (!isDryRun) return (await run?.(ctx, options)) ?? {};
      let made: Made = {};
      await dryRun(ctx, {}, async (inside) => {
        made = (await run?.(inside, options)) ?? {};
      });
      // Made ids, keys and passwords do not exist after a dry run. Counts are the forecast.
      const counts = Object.entries(made).filter(([, value]) => typeof value === "number");
      return { ...DRY, ...Object.fromEntries(counts) };
    } finally {
      await db.close();
    }
  } finally {
    await stop();
  }
}

async function main(args: string[]): Promise<void> {
  const named = args.slice(0, 2).filter((word) => !word.startsWith("-"));
  const name = named.join(" ");
  const command = commands[name];
  if (args.includes("--help") || args.length === 0) return console.log(help(command && name));
  if (!command)
    throw new StartError(
      `Unknown command “${name}”: one of ${Object.keys(commands).join(", ")}. See: npm run admin -- --help`,
    );
  const { json, "dry-run": dryRun, ...options } = parse(name, command, args.slice(named.length));
  readEnvFile();
  const made = await perform(command, options as Options, dryRun === true);
  if (json) console.log(JSON.stringify(made));
  else
    for (const [key, value] of Object.entries(made)) {
      const lines = Array.isArray(value) ? value.map((one) => `\n  ${JSON.stringify(one)}`).join("") : undefined;
      console.log(`${key}: ${lines ?? (typeof value === "string" ? value : JSON.stringify(value))}`);
    }
}

try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  console.error(error instanceof StartError || (error instanceof Error && "status" in error) ? reason(error) : error);
  process.exit(1);
}

/** The sentence of a domain error, with its wrong fields. */
function reason(error: Error): string {
  const members: unknown = "members" in error ? error.members : undefined;
  const { errors = [] } = (members ?? {}) as { errors?: { pointer: string; message: string }[] };
  const fields = errors.map(({ pointer, message }) => `--${optionOf([pointer.split("/")[1] ?? ""])} ${message}`);
  return fields.length ? `${fields.join("; ")}.` : error.message;
}
